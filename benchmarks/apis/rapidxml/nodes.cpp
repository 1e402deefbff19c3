// The library is a header of templates: the instance that everybody uses, whole.
#include <rapidxml/rapidxml.hpp>

template class rapidxml::xml_node<char>;
