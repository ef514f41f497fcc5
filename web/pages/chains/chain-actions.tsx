import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { defaultChains } from "#domain/chains/default-chains.ts";

import { call } from "../../api/call.ts";
import type { AuthChain } from "../../api/model.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

const ChainChangeDialog = openedLater(async () => (await import("./chain-change-dialog.tsx")).ChainChangeDialog);

type Action = "enable" | "disable" | "reset";

interface ChainActionsProps {
  readonly chain: AuthChain;
  edit(): void;
}

/** Actions of a chain: edit its steps, enable, disable or delete its saved version. */
export function ChainActions({ chain, edit }: ChainActionsProps) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<Action>();
  const close = () => setOpened(undefined);
  const isStored = chain.stored !== null;
  const switched = chain.enabled ? "disable" : "enable";
  return (
    <>
      {may("authchains_patch_update") ? (
        <Button variant="secondary" onClick={edit}>
          {say("chain.edit")}
        </Button>
      ) : null}
      {may("authchains_patch_update") && isStored ? (
        <Button variant="secondary" onClick={() => setOpened(switched)}>
          {say(`chain.${switched}`)}
        </Button>
      ) : null}
      {may("authchains_post_reset") && isStored ? (
        <Button variant="secondary" isDanger onClick={() => setOpened("reset")}>
          {say("chain.reset")}
        </Button>
      ) : null}
      {opened === undefined ? null : <ActionDialog chain={chain} close={close} action={opened} />}
    </>
  );
}

interface ActionDialogProps {
  readonly chain: AuthChain;
  readonly action: Action;
  close(): void;
}

function ActionDialog({ chain: opened, action, close }: ActionDialogProps) {
  const say = useText();
  const navigate = useNavigate();
  const [{ name, number: expectedNumber }] = useState(opened);
  const isReset = action === "reset";
  const hasDefault = defaultChains.some((one) => one.name === name);
  return (
    <ChainChangeDialog
      title={say(`chain.${action}`)}
      explained={say(`chain.${action}Explained`, { name })}
      isDanger={isReset}
      callWith={(more) =>
        isReset
          ? call("POST authChains()/reset", { key: name, body: { expectedNumber, ...more } })
          : call("PATCH authChains()", { key: name, body: { expectedNumber, enabled: action === "enable", ...more } })
      }
      {...(isReset && !hasDefault && { leave: () => navigate(paths.chains) })}
      close={close}
    />
  );
}
