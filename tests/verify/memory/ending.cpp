// Objects that end with the call: what was passed by value, and what a destructor destroys.
struct Item {
  Item* next;
};
struct Bag {
  Item* item;
};
struct Crate {
  int count;
  Bag bags[2];
};
static Item* shared;

void keep(Crate crate) {
  crate.bags[1].item = new Item;
  shared = crate.bags[1].item;
}
void keepBad(Crate crate) {
  crate.bags[1].item = new Item;
  shared = crate.bags[0].item;
}

struct Owner {
  Item* item;
  ~Owner() { delete item; }
};
void fill(Owner owner) { owner.item = new Item; }

struct Link {
  Item* item;
  Item* other;
  ~Link() { other = shared = new Item; }
};
struct LinkBad {
  Item* item;
  Item* other;
  ~LinkBad() { other = item = new Item; }
};

void append(Bag bag) {
  if (bag.item) bag.item->next = new Item;
}
