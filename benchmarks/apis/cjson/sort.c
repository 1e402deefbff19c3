/* The utilities with the library they are linked with, as one translation unit; both have static functions of these names. */
#include "../cache/cjson/cJSON.c"
#undef true
#undef false
#define compare_double compare_double_of_utils
#define get_array_item get_array_item_of_utils
#define get_object_item get_object_item_of_utils
#define insert_item_in_array insert_item_in_array_of_utils
#define detach_item_from_array detach_item_from_array_of_utils
#define overwrite_item overwrite_item_of_utils
#define cJSONUtils_strdup cJSONUtils_strdup_of_utils
#include "../cache/cjson/cJSON_Utils.c"
