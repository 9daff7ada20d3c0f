//! Floor 3: the words on screen, printed tables, exports, readings.
