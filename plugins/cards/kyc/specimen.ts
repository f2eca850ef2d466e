/** An image for verifications in test mode: a white PNG of 64 by 64, the smallest that is taken. The simulated provider reads no pixels. */
export const specimen =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAEklEQVR42mP4DwUMo4xRBukMAOPT/hAC2mzjAAAAAElFTkSuQmCC"
