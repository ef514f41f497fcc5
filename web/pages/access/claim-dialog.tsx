import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { ownAccountsPath, targetSystemsQuery } from "../../api/accounts.ts";
import { CallError, faultsByField } from "../../api/call-error.ts";
import { userPath } from "../../api/catalogue.ts";
import { useChanging } from "../../api/changing.ts";
import type { Operation } from "../../api/model.ts";
import { Field } from "../../components/field.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import { ProgressDialog } from "./progress-dialog.tsx";

const nothing = { targetSystemKey: "", shortId: "", password: "" };

/** Asks for an account that belongs to who is signed in, and for its password, which proves that. */
export function ClaimDialog({ close }: { close(): void }) {
  const say = useText();
  const { user } = useSession();
  const [entered, setEntered] = useState(nothing);
  const { data: systems } = useQuery(targetSystemsQuery);
  const { mutate, isPending, error, data } = useChanging<Operation>([ownAccountsPath(user.key)]);
  const title = say("claim.title");
  if (data !== undefined) return <ProgressDialog title={title} requestKey={data.requestKey} close={close} />;

  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const set = (part: Partial<typeof nothing>) => setEntered((before) => ({ ...before, ...part }));
  const isReady = Object.values(entered).every((text) => text.trim() !== "");
  return (
    <FormDialog
      {...{ title, error, isPending, isReady, close }}
      explained={say("claim.explained")}
      action={title}
      send={() => {
        const { targetSystemKey, shortId, password } = entered;
        const body = { targetSystemKey: targetSystemKey.trim(), shortId: shortId.trim(), password };
        mutate({ method: "POST", path: `${userPath(user.key)}/claimAccount`, body });
        set({ password: "" });
      }}
    >
      <Field
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
        {(systems?.value ?? []).map(({ key, description }) => (
          <option key={key} value={key}>
            {description}
          </option>
        ))}
      </datalist>
      <Field
        id="claim-account"
        label={say("account.name")}
        value={entered.shortId}
        autoComplete="off"
        isRequired
        fault={faults.get("shortId")}
        change={(shortId) => set({ shortId })}
      />
      <Field
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
