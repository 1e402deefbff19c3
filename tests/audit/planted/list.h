// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
  int value;
  struct node* next;
  struct node* other;
};

struct node* find(struct node* list, int value);  // null where it is not there
struct node* last(struct node* list);             // of a list that is not empty
struct node* pass(struct node* it);               // itself
int show(struct node* it);                        // needs it
int show_if(struct node* it);                     // does not
void drop(struct node* it);                       // frees it
void drop_if(struct node* it, bool really);
int size_of(int wanted);  // never 0
int rest_of(int wanted);  // 0 for 4
