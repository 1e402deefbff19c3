// A frame is about all classes of the source; those that nothing else is about stay out of the scope.
struct Item { int id; int stamp; Item* next; };
struct Far { int a; Far* b; };
struct Box { Item* item; Far* far; int count; };
void stamp(Item* item);
void renew(Item* item);
void count(Box* box);
int use(Item* item) { stamp(item); return item->id; }
int useRenewed(Item* item) { renew(item); return item->id; }
int useNext(Item* item) { stamp(item); return item->next ? item->next->id : 0; }
int boxed(Box* box) { count(box); return box->item ? box->item->id : 0; }
