// Fields, classes and parameters that are called as other things are.
struct v { v* x; v* next; int key; };
struct list { v* head; v* v_; int length; list* list_; };
struct node { node* node; int last; };

void share(v* a, v* b, v* head) { a->next = head; b->next = head; }
void shareNot(v* a, v* b, v* head) { a->next = head; b->next = a; }

void cut(node* n) { n->node = nullptr; }
void cutNot(node* n) { n->node = n; }

int setLength(list* list, int length) { list->length = length; return length; }
int setLengthNot(list* list, int length) { list->length = length; return length + 1; }
