import { Button } from "@patternfly/react-core";
import { useState } from "react";

import type { RunKind } from "../../api/managed.ts";
import type { ManagedAccount } from "../../api/model.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

const ChosenRunsDialog = openedLater(async () => (await import("./chosen-runs-dialog.tsx")).ChosenRunsDialog);

interface ChosenAccountsProps {
  readonly source: TableSource<ManagedAccount>;
  /** Kinds of runs that the user can start for the selected accounts. */
  readonly kinds: readonly RunKind[];
}

/** A list of managed accounts with selection, and the runs for the selected ones. */
export function ChosenAccounts({ source, kinds }: ChosenAccountsProps) {
  const say = useText();
  const may = useMay();
  const [chosen, setChosen] = useState<ReadonlyMap<string, ManagedAccount>>(new Map());
  const [kind, setKind] = useState<RunKind>();
  const open = kinds.filter((one) => may(`managedaccounts_post_${one}`));
  return (
    <>
      <ResourceTable
        source={source}
        {...(open.length > 0 && { chosen: { rows: chosen, change: setChosen } })}
        actions={open.map((one) => (
          <Button key={one} variant="secondary" isDisabled={chosen.size === 0} onClick={() => setKind(one)}>
            {say(`managed.${one}Chosen`, { count: chosen.size })}
          </Button>
        ))}
      />
      {kind === undefined ? null : (
        <ChosenRunsDialog
          kind={kind}
          accounts={[...chosen.values()]}
          close={(left) => {
            setKind(undefined);
            setChosen(new Map(left.map((account) => [account.key, account])));
          }}
        />
      )}
    </>
  );
}
