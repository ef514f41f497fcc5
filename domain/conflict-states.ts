/** States of a conflict between nodes: a value that is lost after a decision opens it again. */
export const conflictStates = ["open", "accepted", "reverted"] as const;
