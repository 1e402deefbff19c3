# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole files of open-source libraries that nobody prepared: what `run` checks. None of them is in this repository.

Each library is a public git repository at one commit, the files that are checked, and the compiler's flags for them. Files that
the library's own build would write (a `config.h`) are here as short as the checked files allow.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Library:
    repository: str  # owner/name on github.com
    commit: str
    files: str  # separated by blanks
    flags: str = ""
    written: dict[str, str] = field(default_factory=dict)  # path: text, of files that a build would write
    filled: dict[str, str] = field(default_factory=dict)  # path: template in the repository, all its options off
    appended: dict[str, str] = field(default_factory=dict)  # path: what follows in that file

    @property
    def name(self):
        return self.repository.split("/")[1]


# What most of the hand-written configurations say of this platform.
UNIX = "".join(
    f"#define HAVE_{name} 1\n"
    for name in "STDINT_H STDLIB_H STRING_H STRINGS_H UNISTD_H FCNTL_H SYS_TYPES_H SYS_STAT_H SYS_TIME_H LOCALE_H "
    "SYS_PARAM_H INTTYPES_H LIMITS_H STDARG_H STRDUP STRNCASECMP SNPRINTF VSNPRINTF SETLOCALE STRTOLL ENDIAN_H".split()
)

LIBRARIES = [
    Library("madler/zlib", "d201f04c72b0881220f5ba75ca19fd0e19fa848b", "adler32.c inftrees.c trees.c inffast.c crc32.c"),
    Library("akheron/jansson", "a8b3c5999e752d895030360c553ba66fa6630ed0",
            "src/hashtable.c src/strbuffer.c src/utf.c src/value.c src/memory.c", "-DHAVE_CONFIG_H -Isrc",
            {"src/jansson_config.h": "#define JSON_INLINE inline\n#define JSON_INTEGER_IS_LONG_LONG 1\n"
             "#define JSON_HAVE_LOCALECONV 1\n#define JSON_HAVE_ATOMIC_BUILTINS 1\n#define JSON_PARSER_MAX_DEPTH 2048\n",
             "src/jansson_private_config.h": "#define HAVE_STDINT_H 1\n#define INITIAL_HASHTABLE_ORDER 3\n"
             "#define HAVE_SNPRINTF 1\n"}),
    Library("redis/hiredis", "29ea2791c102fdffff350f1ea6e04d1f71903d0d", "sds.c alloc.c read.c dict.c"),
    Library("yaml/libyaml", "840b65c40675e2d06bf40405ad3f12dec7f35923", "src/api.c src/writer.c src/dumper.c src/loader.c",
            "-Iinclude -Isrc -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 "
            "-DYAML_VERSION_STRING=\"0.2.5\""),
    Library("lua/lua", "53b41d0cddd80bf33fdc631bdd32e3ba53842b89", "lzio.c lmem.c lfunc.c lstring.c ltable.c lopcodes.c"),
    Library("DaveGamble/cJSON", "a29814f285cc531c00223743ad3c55cd38c0dc56", "cJSON.c cJSON_Utils.c"),
    Library("libuv/libuv", "6179e7af87413396d5853a1c3722c8b5749336c8",
            "src/timer.c src/strscpy.c src/inet.c src/idna.c src/uv-data-getter-setters.c src/unix/loop-watcher.c",
            "-Iinclude -Isrc -Isrc/unix -D_GNU_SOURCE"),
    Library("eclipse/mosquitto", "fb9b1153924ae0e2dfb3bcb4266ee5bb49a5c515",
            "lib/packet_datatypes.c lib/property_mosq.c lib/utf8_mosq.c lib/util_topic.c lib/alias_mosq.c lib/memory_mosq.c",
            "-Iinclude -Ilib -Ideps -I."),
    Library("GNOME/libxml2", "c8eaf2236ff16667970f96f3f01e119c99d38ab2", "list.c xmlstring.c chvalid.c dict.c buf.c hash.c",
            "-Iinclude -I.",
            {"config.h": UNIX}, {"include/libxml/xmlversion.h": "include/libxml/xmlversion.h.in"}),
    Library("sqlite/sqlite", "0eaef28cf2acc3b55dc479f3410c40218f95c88d", "src/hash.c src/rowset.c src/bitvec.c src/fault.c",
            "-Isrc -I.",
            {"parse.h": "#define TK_SEMI 1\n", "opcodes.h": "#define OP_Noop 0\n"}, {"sqlite3.h": "src/sqlite.h.in"}, {"sqlite3.h": "#endif\n"}),
    Library("gnutls/nettle", "4dc3da9db75257e84a3365a9e01473573f41dd66", "buffer.c base64-encode.c base64-decode.c base16-decode.c memxor.c yarrow_key_event.c sexp.c",
            "-DHAVE_CONFIG_H -I.", {"config.h": UNIX, "version.h": ""}),
    Library("lz4/lz4", "d9c01a3d49114dc28e2dfbbc0a8990e88be7b694", "lib/xxhash.c"),
    Library("json-c/json-c", "d17ad9d1863ebbf39993706140bf67847b7add0f", "linkhash.c arraylist.c printbuf.c json_pointer.c", "-I. -D_GNU_SOURCE",
            {"config.h": UNIX + "#define STDC_HEADERS 1\n#define HAVE_VASPRINTF 1\n", "json_config.h": "#define JSON_C_HAVE_INTTYPES_H 1\n"}),
    Library("commonmark/cmark", "54b2be567c735162d8d84125200cfda032073b1a", "src/node.c src/buffer.c src/iterator.c src/references.c src/utf8.c", "-Isrc",
            {"src/config.h": "#include <stdbool.h>\n#define CMARK_INLINE inline\n#define CMARK_ATTRIBUTE(x)\n",
             "src/cmark_export.h": "#define CMARK_EXPORT\n",
             "src/cmark_version.h": "#define CMARK_VERSION 7937\n#define CMARK_VERSION_STRING \"0.31\"\n"}),
    Library("libexpat/libexpat", "1185697878a3b09cada8e89f847a4c8315cd7ddc", "expat/lib/xmltok.c expat/lib/xmlrole.c", "-Iexpat/lib -DHAVE_CONFIG_H -I.",
            {"expat_config.h": UNIX + "#define BYTEORDER 1234\n#define XML_CONTEXT_BYTES 1024\n#define XML_GE 1\n"}),
    Library("michaelrsweet/mxml", "18d5c7dd9c71ebc1d3f21fe1e0614300babdda84", "mxml-node.c mxml-attr.c mxml-index.c mxml-get.c",
            "-I.", {"config.h": UNIX}),
    Library("benhoyt/inih", "26254ee9de7681f8825433415443e7116ff24b98", "ini.c"),
    Library("tree-sitter/tree-sitter", "74b7d0c951ebdab16a8a4d64e7cf81e56046408a", "lib/src/stack.c lib/src/node.c lib/src/tree_cursor.c",
            "-Ilib/include -Ilib/src"),
    Library("redis/redis", "4f8cdc2a1ea53e42955af758aabffee67cb455dd", "src/adlist.c src/intset.c src/rax.c src/zipmap.c", "-Isrc -Ideps/lua/src -D_GNU_SOURCE -std=c11",
            {"src/release.h": ""}),
    Library("google/leveldb", "78a352f47ed6c1e9d750545e9b242289185b87e1",
            "util/arena.cc util/cache.cc util/coding.cc util/hash.cc util/status.cc util/bloom.cc db/log_reader.cc db/dbformat.cc",
            "-Iinclude -I. -DLEVELDB_PLATFORM_POSIX=1 -DLEVELDB_HAS_PORT_CONFIG_H=0"),
    Library("google/re2", "972a15cedd008d846f1a39b2e88ce48d7f166cbd", "re2/bitmap256.cc re2/prefilter.cc re2/regexp.cc",
            "-I. -I../abseil-cpp -std=c++17"),
    Library("jbeder/yaml-cpp", "c3f81127320662deb3e28f4da0a511f1faecd860",
            "src/simplekey.cpp src/directives.cpp src/emitterstate.cpp src/regex_yaml.cpp src/memory.cpp src/tag.cpp", "-Iinclude -Isrc"),
    Library("abseil/abseil-cpp", "926f1d05a4f85663e4ca057f70f1a7f0a7d6b762",
            "absl/strings/ascii.cc absl/strings/match.cc absl/base/internal/low_level_alloc.cc absl/strings/internal/utf8.cc "
            "absl/strings/internal/memutil.cc absl/synchronization/internal/graphcycles.cc", "-I. -std=c++17"),
    Library("open-source-parsers/jsoncpp", "edc01ab10f52135ec80e3589b6b4e0a9c65b27fd", "src/lib_json/json_value.cpp", "-Iinclude"),
    Library("google/snappy", "6281a07b7e08629884ec93a89fea6e05c62e599c", "snappy-sinksource.cc", "-I.",
            {"snappy-stubs-public.h": "#include <cstddef>\n#include <cstdint>\n#include <sys/uio.h>\n"}),
    Library("leethomason/tinyxml2", "3dcad8e3c38e7091ae3771bf63020027f91715ce", "tinyxml2.cpp"),
    Library("zeux/pugixml", "3a8e1dc59ec00645179f0dcb701ee400e062ae54", "src/pugixml.cpp"),
]
