// Functions that another file defines: what their specifications allow is what can happen.
struct Item {
  int id;
  int stamp;
  Item* next;
};

int nextId();
void stamp(Item* item);
Item* pick(Item* first);

int twoIds() { return nextId() + nextId(); }

void number(Item* item) {
  item->id = nextId();
  stamp(item);
}

int pickedId(Item* first) {
  Item* picked = pick(first);
  return picked ? picked->id : 0;
}
