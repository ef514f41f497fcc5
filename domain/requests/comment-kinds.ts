/** Kinds of comments on a request, with the meaning of each; none of them decides the request. */
export const commentKinds = {
  comment: "a remark",
  question: "an authorizer asks the requester",
  answer: "the requester answers a question",
  sentBack: "an authorizer sends the request back to its requester",
  resubmitted: "the requester resubmits it",
} as const satisfies Readonly<Record<string, string>>;

/** Kind of a comment on a request. */
export type CommentKind = keyof typeof commentKinds;

/** All kinds of comments. */
export const commentKindNames = Object.keys(commentKinds) as readonly CommentKind[];

/** Fields of a comment from which the open questions follow. */
interface Said {
  readonly key: string;
  readonly kind: CommentKind;
  /** Key of the question that the comment answers; null if it answers none. */
  readonly answersKey: string | null;
}

/** Returns the unanswered questions in their order. */
export function openQuestions<C extends Said>(comments: readonly C[]): C[] {
  const answered = new Set(comments.map(({ answersKey }) => answersKey));
  return comments.filter(({ key, kind }) => kind === "question" && !answered.has(key));
}
