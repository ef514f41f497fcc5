/** Changes of the place of a person that are a move. */
export const moveChanges = ["managerKey", "department"] as const;

/** Change of the place of a person that is a move. */
export type MoveChange = (typeof moveChanges)[number];

/** States of the review of what a person who has moved keeps; it is stopped if the person moves again or leaves before it is done. */
export const moveReviewStates = ["open", "done", "stopped"] as const;

/** Answers of a reviewer about access of the person. */
export const moveReviewAnswers = ["keep", "end"] as const;

/** Answers about an item of a review: those of the reviewer, and that of access that has ended in the meantime. */
export const moveItemAnswers = [...moveReviewAnswers, "gone"] as const;
