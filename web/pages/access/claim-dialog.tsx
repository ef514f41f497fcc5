import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ownAccountsPath } from "../../api/accounts.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Operation } from "../../api/model.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import { ProgressDialog } from "./progress-dialog.tsx";

const nothing = { targetSystemKey: "", shortId: "", password: "" };

/** A dialog in which users claim an account of theirs; its password is the proof. */
export function ClaimDialog({ close }: { close(): void }) {
  const say = useText();
  const { user } = useSession();
  const [entered, setEntered] = useState(nothing);
  const { data: systems } = useQuery(targetNamesQuery);
  const { mutate, isPending, error, data } = useChanging<Operation>([ownAccountsPath(user.key)]);
  const title = say("claim.title");
  if (data !== undefined) return <ProgressDialog title={title} operationKey={data.key} close={close} />;

  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const set = (part: Partial<typeof nothing>) => setEntered((before) => ({ ...before, ...part }));
  const isReady = Object.values(entered).every((text) => text.trim() !== "");
  return (
    <FormDialog
      title={title}
      error={error}
      isPending={isPending}
      isReady={isReady}
      close={close}
      explained={say("claim.explained")}
      action={title}
      send={() => {
        const { targetSystemKey, shortId, password } = entered;
        const body = { targetSystemKey: targetSystemKey.trim(), shortId: shortId.trim(), password };
        mutate(call("POST users()/claimAccount", { key: user.key, body }));
        set({ password: "" });
      }}
    >
      <TextField
        id="claim-target"
        label={say("account.target")}
        value={entered.targetSystemKey}
        list="claim-targets"
        autoComplete="off"
        isRequired
        help={say("claim.target")}
        fault={faults.get("targetSystemKey")}
        change={(targetSystemKey) => set({ targetSystemKey })}
      />
      <datalist id="claim-targets">
        {(systems ?? []).map(({ id, description }) => (
          <option key={id} value={id}>
            {description}
          </option>
        ))}
      </datalist>
      <TextField
        id="claim-account"
        label={say("account.name")}
        value={entered.shortId}
        autoComplete="off"
        isRequired
        fault={faults.get("shortId")}
        change={(shortId) => set({ shortId })}
      />
      <TextField
        id="claim-password"
        label={say("claim.password")}
        type="password"
        value={entered.password}
        autoComplete="off"
        isRequired
        fault={faults.get("password")}
        change={(password) => set({ password })}
      />
    </FormDialog>
  );
}
