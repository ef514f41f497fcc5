/** Milliseconds for which a process counts on what it has read of the fence: none writes for longer after the fence has risen. */
export const fenceKnownMs = 2_000;

/** Milliseconds in which a process that is too old finishes what it has; then it ends. */
export const fenceEndMs = 6_000;
