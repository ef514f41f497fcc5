import { Button } from "@patternfly/react-core";

import type { PolicyName } from "../api/model.ts";
import { useText } from "../messages/text.ts";
import { useMay } from "../session/use-may.ts";

interface RowActionsProps {
  /** What the row is called. */
  readonly name: string;
  /** The policies by which it is changed and removed. */
  readonly policies: Readonly<Record<"change" | "remove", PolicyName>>;
  start(what: "change" | "remove"): void;
}

/** What can be done with a row of a list, as far as policies allow it in any case. */
export function RowActions({ name, policies, start }: RowActionsProps) {
  const say = useText();
  const may = useMay();
  return (["change", "remove"] as const).map((what) =>
    !may(policies[what]) ? null : (
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
