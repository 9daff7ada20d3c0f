//! Floor 4: the page's model, messages, update, playback and links. No web type.
