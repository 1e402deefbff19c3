// What runs behind a call of something without a body has locals of its own, to which references may lead.
struct Count {
  long value;
};
void start(Count& count);
long given();
void set(Count& count, const long& value) { count.value = value; }
void add(Count& count, const Count& before) { set(count, before.value + 1); }
long next() {
  Count first;
  start(first);
  Count second;
  add(second, first);
  return second.value;
}
long nextOfGiven() {
  Count first{given()};
  Count second;
  add(second, first);
  return second.value;
}
long nextOfRounded(double number) {
  Count first{static_cast<long>(number * 2)};
  Count second;
  add(second, first);
  return second.value;
}
long three() {
  Count first;
  start(first);
  first.value = 2;
  Count second;
  add(second, first);
  return second.value;
}
