// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is not computed stands before the error, and does not matter to it.
struct device {
  volatile int flags;
  int *value;
  double scale;
};

int always(struct device *d) {
  int flags = d->flags;
  return *d->value + flags;
}
int sometimes(struct device *d) {
  int flags = d->flags;
  return flags == 7 ? *d->value : 0;
}
int changed(struct device *d) {
  int flags = d->flags;
  return flags == 7 && d->flags != 7 ? *d->value : 0;
}
int scaled(struct device *d) {
  double twice = d->scale * 2;
  if (twice > d->scale) return *d->value;
  return *d->value + 1;
}
int scaledBad(struct device *d) {
  double twice = d->scale * 2;
  if (twice > d->scale) return *d->value;
  return 0;
}
