// Messages for a run that is stopped, by Ctrl-C or on its page.

/** What a stopping run still waits for. */
export const STOPPING = "cells in flight come to their end, and trainings to the end of their segment";

/** How a stopped run is resumed. */
export const GOES_ON = "the same command goes on from there";
