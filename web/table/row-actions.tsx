import { Button } from "@patternfly/react-core";

import { useText } from "../messages/text.ts";
import { useSession } from "../session/use-session.ts";

interface RowActionsProps {
  /** What the row is called. */
  readonly name: string;
  /** The policies by which it is changed and removed. */
  readonly policies: Readonly<Record<"change" | "remove", string>>;
  start(what: "change" | "remove"): void;
}

/** What can be done with a row of a list, as far as policies allow it in any case. */
export function RowActions({ name, policies, start }: RowActionsProps) {
  const say = useText();
  const { may } = useSession();
  return (["change", "remove"] as const).map((what) =>
    may[policies[what]] === "none" ? null : (
      <Button
        key={what}
        variant="link"
        size="sm"
        isDanger={what === "remove"}
        aria-label={say(`table.${what}Row`, { name })}
        onClick={() => start(what)}
      >
        {say(`action.${what}`)}
      </Button>
    ),
  );
}
