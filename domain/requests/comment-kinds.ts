/** Kinds of comments on a request, with the meaning of each. None of them is a decision. */
export const commentKinds = {
  comment: "a comment without a question",
  question: "a question from an authorizer to the requester",
  answer: "the requester's reply to a question",
  sentBack: "an authorizer's reason for sending the request back",
  resubmitted: "the requester's comment on resubmitting it",
} as const satisfies Readonly<Record<string, string>>;

/** Kind of a comment on a request. */
export type CommentKind = keyof typeof commentKinds;

/** All kinds of comments. */
export const commentKindNames = Object.keys(commentKinds) as readonly CommentKind[];

/** Fields of a comment from which the open questions follow. */
interface CommentFields {
  readonly key: string;
  readonly kind: CommentKind;
  /** Key of the question that the comment answers; null if it answers none. */
  readonly answersKey: string | null;
}

/** Returns the questions without a reply in their order. */
export function openQuestions<C extends CommentFields>(comments: readonly C[]): C[] {
  const answered = new Set(comments.map(({ answersKey }) => answersKey));
  return comments.filter(({ key, kind }) => kind === "question" && !answered.has(key));
}
