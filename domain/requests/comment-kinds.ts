/** What is said of a request without deciding about it, with what each kind means. */
export const commentKinds = {
  comment: "a remark",
  question: "an authorizer asks the requester",
  answer: "the requester answers a question",
  sentBack: "an authorizer sends the request back to its requester",
  resubmitted: "the requester resubmits it",
} as const satisfies Readonly<Record<string, string>>;

/** The kind of something that is said of a request. */
export type CommentKind = keyof typeof commentKinds;

/** Every kind. */
export const commentKindNames = Object.keys(commentKinds) as readonly CommentKind[];

/** Something that was said of a request, as far as questions and their answers follow from it. */
interface Said {
  readonly key: string;
  readonly kind: CommentKind;
  /** The question that it answers. */
  readonly answersKey: string | null;
}

/** The questions that nobody has answered yet, in their order. */
export function openQuestions<C extends Said>(comments: readonly C[]): C[] {
  const answered = new Set(comments.map(({ answersKey }) => answersKey));
  return comments.filter(({ key, kind }) => kind === "question" && !answered.has(key));
}
