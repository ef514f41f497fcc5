import { Button } from "@patternfly/react-core";
import { useState } from "react";

import type { AccountAttribute } from "../api/model.ts";
import type { Page } from "../api/odata.ts";
import { useText } from "../messages/text.ts";
import { AttributeFacts } from "./facts.tsx";
import { openedLater } from "./opened-later.tsx";
import { PartCard } from "./part-card.tsx";

const AttributesDialog = openedLater(async () => (await import("./attributes-dialog.tsx")).AttributesDialog);

interface AttributesCardProps {
  readonly rows: { readonly data: Page<AccountAttribute> | undefined; readonly error: unknown };
  /** Set of the object, and its key. */
  readonly set: "accounts" | "groups";
  readonly objectKey: string;
  readonly mayChange: boolean;
  /** Receives the key of the operation that carries out the change. */
  follow(operationKey: string): void;
}

/** The attributes of an account or a group on its target system, and a dialog that changes them. */
export function AttributesCard({ rows, set, objectKey, mayChange, follow }: AttributesCardProps) {
  const say = useText();
  const [isChanging, setChanging] = useState(false);
  const attributes = (rows.data?.value ?? []).map(({ name, data }) => ({ name, value: data.value }));
  // An attribute that was not read would look like one to remove.
  const isWhole = rows.data !== undefined && attributes.length === rows.data["@odata.count"];
  return (
    <>
      <PartCard
        title={say("attributes.title")}
        rows={rows}
        empty={say("attributes.empty")}
        footer={
          mayChange && isWhole ? (
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {say("attributes.change")}
            </Button>
          ) : undefined
        }
      >
        {() => <AttributeFacts attributes={attributes} />}
      </PartCard>
      {isChanging ? (
        <AttributesDialog
          set={set}
          objectKey={objectKey}
          attributes={attributes}
          follow={follow}
          close={() => setChanging(false)}
        />
      ) : null}
    </>
  );
}
