import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInEnglish as request } from "./about-request.ts";

/** Texts about the nodes of the installation in English. */
export const nodesInEnglish = {
  nodeConflicts: {
    subject: "Conflicts between nodes: {{conflicts}}",
    text: `Hello {{person}},

nodes of the installation have changed the same values without knowing of each other: whether a user is locked or disabled, a policy, a role or granted access. The later value stayed.

Number of conflicts: {{conflicts}}

The page "Nodes" shows both values of each. Accept the value that stayed, or revert it.

${request}

{{link}}`,
  },
  nodeSilent: {
    subject: "A node does not read the change log",
    text: `Hello {{person}},

the change log of this node is kept for another node: {{standing}}.

Rows kept for it: {{rows}}

"gatehouse nodes status" and the page "Nodes" show which node it is. Bring it back, or expel it if it is lost.

${request}

{{link}}`,
  },
  nodeDifferences: {
    subject: "Differences between nodes: {{differences}}",
    text: `Hello {{person}},

nodes of the installation know the same changes, but have some rows differently: a database was changed past the service, a backup was restored in part, or a node is not what it says.

Number of rows: {{differences}}

The page "Nodes" lists them. Find out why, and repair them at the node whose rows are right: gatehouse nodes compare --repair

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
