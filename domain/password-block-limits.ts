/** Blocks of password resets of one user or account that hold or will hold at a time. */
export const openPasswordBlocksMax = 10;
