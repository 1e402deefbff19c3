// The cache with the mutex and the hash function it is linked with.
#include "../cache/leveldown-1.4.6/deps/leveldb/leveldb-1.18.0/util/cache.cc"
#include "../cache/leveldown-1.4.6/deps/leveldb/leveldb-1.18.0/util/hash.cc"
#include "../cache/leveldown-1.4.6/deps/leveldb/leveldb-1.18.0/port/port_posix.cc"
