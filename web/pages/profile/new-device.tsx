import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Spinner,
} from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { pathOf } from "../../api/path.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";

/** A dialog that enrolls an authenticator app: its secret is shown once, then a code confirms that it works. */
export function NewDevice({ close }: { close(): void }) {
  const say = useText();
  const { user } = useSession();
  const client = useQueryClient();
  const [code, setCode] = useState("");
  // Both answers are shown once and not kept.
  const beginning = useMutation({
    mutationFn: () => askOnce(call("POST users()/beginOneTimeCode", { key: user.key })),
    gcTime: 0,
  });
  const confirming = useMutation({
    mutationFn: (typed: string) =>
      askOnce(call("POST users()/confirmOneTimeCode", { key: user.key, body: { code: typed } })),
    onSuccess: () => readAnew(client, pathOf("users()/credentials", user.key)),
    gcTime: 0,
  });
  const { mutate: begin } = beginning;
  useEffect(() => begin(), [begin]);
  if (confirming.data !== undefined) return <RecoveryCodes codes={confirming.data.recoveryCodes} close={close} />;
  const address = beginning.data?.address;
  return (
    <FormDialog
      title={say("oneTimeCode.enrol")}
      explained={say("oneTimeCode.enrolExplained")}
      action={say("oneTimeCode.confirm")}
      error={confirming.error ?? beginning.error}
      isPending={confirming.isPending}
      isReady={address !== undefined && code.trim() !== ""}
      send={() => confirming.mutate(code.trim())}
      close={close}
    >
      {address === undefined ? (
        beginning.error === null ? (
          <Spinner aria-label={say("state.loading")} />
        ) : null
      ) : (
        <WhatItTakesIn address={address} />
      )}
      <TextField
        id="code"
        label={say("oneTimeCode.code")}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        change={setCode}
      />
    </FormDialog>
  );
}

function WhatItTakesIn({ address }: { readonly address: string }) {
  const say = useText();
  const secret = new URL(address).searchParams.get("secret") ?? "";
  const shown = { secret, address } as const;
  return (
    <DescriptionList isCompact>
      {(Object.keys(shown) as (keyof typeof shown)[]).map((name) => (
        <DescriptionListGroup key={name}>
          <DescriptionListTerm>{say(`oneTimeCode.${name}`)}</DescriptionListTerm>
          <DescriptionListDescription>
            <code className="gatehouse-small">{shown[name]}</code>
          </DescriptionListDescription>
        </DescriptionListGroup>
      ))}
    </DescriptionList>
  );
}

function RecoveryCodes({ codes, close }: { readonly codes: readonly string[]; close(): void }) {
  const say = useText();
  return (
    <Dialog
      title={say("oneTimeCode.recovery")}
      explained={say("oneTimeCode.recoveryExplained")}
      footer={
        <>
          <Button onClick={close}>{say("oneTimeCode.kept")}</Button>
        </>
      }
      close={close}
    >
      <ul className="gatehouse-plain-list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
