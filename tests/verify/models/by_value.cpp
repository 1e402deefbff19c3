// A class whose code the model stands for, with a method that takes an object by value.
struct Ticket {
  int number;
  Ticket(const Ticket& other) : number(other.number) {}
  ~Ticket() {}
};

class Desk {
 public:
  void take(Ticket ticket) { last_ = ticket.number; }
  int last() const { return last_; }

 private:
  int last_ = 0;
};

struct Office {
  Desk desk;

  int serve(const Ticket& ticket) {
    desk.take(ticket);
    return desk.last();
  }
  int serveBad(const Ticket& ticket) {
    const int number = desk.last();
    desk.take(ticket);
    return number;
  }
};
