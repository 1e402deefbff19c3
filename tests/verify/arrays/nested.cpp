// Arrays of arrays: an index past an inner array is an error, though the outer one goes on there.
struct Cell {
  int value;
};

struct Board {
  int at[2][3];
  Cell cells[2][2];

  int get(int row, int column) { return at[row][column]; }
  int getBad(int row, int column) { return at[column][row]; }
  int rowEnd(int row) { return *(&at[row][3] - 1); }

  void put(int row, int column, int v) { cells[row][column].value = v; }
  void putBad(int row, int column, int v) { cells[row][row].value = v; }

  void clear() {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) at[i][j] = 0;
  }
  void clearBad() {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) at[i][j] = 0;
  }

  long ends() { return long{at[0][0]} + at[1][2]; }
  long endsBad() { return long{at[0][0]} + at[1][1]; }
};
