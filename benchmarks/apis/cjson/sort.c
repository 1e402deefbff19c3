/* The utilities with the library they are linked with, as one translation unit; both have static functions of these names. */
#include <ctype.h>
#include <string.h>

/* The two functions of the C library that the order of keys is made of, in the "C" locale: its own are compiled code. */
static int string_order(const char *a, const char *b)
{
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    while (*x != '\0' && *x == *y)
    {
        x++;
        y++;
    }
    return *x - *y;
}

static int lower_case(int c)
{
    return (c >= 'A' && c <= 'Z') ? c - 'A' + 'a' : c;
}

#undef strcmp
#undef tolower
#define strcmp string_order
#define tolower lower_case

#include <cJSON.c>
#undef true
#undef false
#define compare_double compare_double_of_utils
#define get_array_item get_array_item_of_utils
#define get_object_item get_object_item_of_utils
#define insert_item_in_array insert_item_in_array_of_utils
#define detach_item_from_array detach_item_from_array_of_utils
#define overwrite_item overwrite_item_of_utils
#define cJSONUtils_strdup cJSONUtils_strdup_of_utils
#include <cJSON_Utils.c>
