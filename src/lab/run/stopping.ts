// What is said of a run that is stopped, by Ctrl-C or on its page: the same words in both places.

/** What a stop waits for. */
export const STOPPING = "cells in flight come to their end, and trainings to the end of their segment";

/** How it goes on. */
export const GOES_ON = "the same command goes on from there";
