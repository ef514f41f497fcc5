import type { SubjectKindName } from "#domain/requests/subject-kinds.ts";

import type { CallContext } from "../kernel/context.ts";
import type { SubjectKind } from "../kernel/subject.ts";
import { requestKind } from "../requests/engine/request-kind.ts";

/** The kinds of subjects about which approvers decide, by their names. */
export const subjectKinds: Readonly<Record<SubjectKindName, SubjectKind<CallContext>>> = { request: requestKind };
