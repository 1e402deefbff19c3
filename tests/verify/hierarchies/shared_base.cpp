// Objects with virtual bases: what is shared is built and destroyed once, by the whole object.
static int steps;
static void step(int digit) { steps = (steps * 10 + digit) % 1000000; }

struct Device {
  int serial;
  explicit Device(int n = 0) : serial(n) { step(1); }
  Device(const Device& other) : serial(other.serial) {}
  virtual ~Device() { step(1); }
  virtual int rate() { return 0; }
};
struct Source : virtual Device {
  Source() : Device(7) { step(2); }
  ~Source() { step(2); }
  int rate() override { return 5; }
};
struct Sink : virtual Device {
  int seen = 3;
  Sink() { step(3); }
  ~Sink() { step(rate()); }
};
struct Relay : Source, Sink {
  Relay(int n) : Device(n) { step(4); }
  ~Relay() override { step(4); }
  int rate() override { return 6; }
};
struct Twice : Relay {
  Twice() : Relay(8) {}
};

int order() {
  steps = 0;
  { Relay r(9); }
  return steps;
}
int orderBad() {
  steps = 0;
  { Relay r(9); }
  return steps;
}
int ofRelay(int n) { return Relay(n).serial; }
int ofRelayBad(int n) { return Relay(n).serial; }
int ofSource() { return Source().serial; }
int ofSourceBad() { return Source().serial; }
// Relay says what the serial number is, but the object is a Twice.
int ofTwice() { return Twice().serial; }
int ofTwiceBad() { return Twice().serial; }
int sharedByBoth(int n) {
  Relay r(n);
  static_cast<Source&>(r).serial = 2;
  return static_cast<Sink&>(r).serial;
}
int sharedByBothBad(int n) {
  Relay r(n);
  static_cast<Source&>(r).serial = 2;
  return static_cast<Sink&>(r).serial;
}
int thrown() {
  struct Broken : Sink {
    Broken() : Device(1) { throw 1; }
  };
  steps = 0;
  try {
    Broken b;
  } catch (int) {
    return steps;
  }
  return 0;
}
int thrownBad() {
  struct Broken : Sink {
    Broken() : Device(1) { throw 1; }
  };
  steps = 0;
  try {
    Broken b;
  } catch (int) {
    return steps;
  }
  return 0;
}
void replace(Device*& d) {
  delete d;
  d = new Relay(4);
}
void replaceBad(Device*& d) {
  delete d;
  d = new Relay(4);
}
