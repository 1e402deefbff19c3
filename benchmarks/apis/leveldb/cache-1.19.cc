// The cache with the mutex and the hash function it is linked with.
#include "../cache/leveldown-1.5.0/deps/leveldb/leveldb-1.19/util/cache.cc"
#include "../cache/leveldown-1.5.0/deps/leveldb/leveldb-1.19/util/hash.cc"
#include "../cache/leveldown-1.5.0/deps/leveldb/leveldb-1.19/port/port_posix.cc"
