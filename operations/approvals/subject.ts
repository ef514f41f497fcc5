import type { CallContext } from "../kernel/context.ts";
import type { Subject as SubjectOf } from "../kernel/subject.ts";

/** Subject whose phases the calls of this service count. */
export type Subject = SubjectOf<CallContext>;
