// Code that uses containers, with a specification that does not say `use <std>`.
#include <string>
#include <vector>

int last(const std::vector<int>& v) { return v.empty() ? 0 : v[v.size() - 1]; }
int lastBad(const std::vector<int>& v) { return v[v.size() - 1]; }
bool isShort(const std::string& s) { return s.size() < 3; }
int unspecified(const std::vector<int>& v) { return v.size() == 5 ? v[5] : 0; }
