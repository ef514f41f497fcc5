import { Button } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call, type Tagged } from "../../api/call.ts";
import type { TargetSystemCredential } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { RowActions } from "../../table/row-actions.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { LoginDialog } from "./login-dialog.tsx";
import { useTarget } from "./target-context.ts";

type Login = Tagged<TargetSystemCredential>;

interface Doing {
  readonly what: "add" | "change" | "remove";
  readonly login?: Login;
}

/** Page of the credentials by which a target system is managed; the service never returns their passwords. */
export function LoginsPage() {
  const say = useText();
  const { id } = useTarget();
  const may = useMay();
  const [doing, setDoing] = useState<Doing>();
  const path = pathOf("targetSystems()/credentials", id);
  const source = useMemo(() => loginSource(say, path, setDoing), [say, path]);
  const close = () => setDoing(undefined);
  return (
    <>
      <p>{say("login.explained")}</p>
      <ResourceTable
        source={source}
        add={
          !may("targetsystems_credentials_post_create") ? null : (
            <Button onClick={() => setDoing({ what: "add" })}>{say("login.add")}</Button>
          )
        }
      />
      {doing?.what === "add" || doing?.what === "change" ? (
        <LoginDialog targetSystemKey={id} login={doing.login} close={close} />
      ) : null}
      {doing?.what === "remove" && doing.login !== undefined ? (
        <ConfirmDialog
          close={close}
          call={call("DELETE targetSystems()/credentials()", { key: [id, doing.login.key], etag: etagOf(doing.login) })}
          sets={[path]}
          action={say("action.remove")}
          isDanger
          title={say("login.removeOf", { login: doing.login.administratorId })}
          explained={say("login.removeExplained")}
        />
      ) : null}
    </>
  );
}

function loginSource(say: Say, path: TableSource<Login>["path"], start: (doing: Doing) => void): TableSource<Login> {
  return {
    name: "logins",
    title: "target.section.logins",
    path,
    empty: "login.empty",
    isSearched: false,
    keyProperty: "key",
    usualOrder: "useOrder",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "administratorId",
        title: "login.name",
        sortBy: "administratorId",
        cell: ({ administratorId }) => administratorId,
        text: ({ administratorId }) => administratorId,
      },
      {
        name: "passwordSet",
        title: "login.password",
        cell: ({ passwordSet, managedAccountKey }) =>
          say(managedAccountKey !== null ? "login.fromVault" : passwordSet ? "login.set" : "login.notSet"),
        text: ({ passwordSet }) => String(passwordSet),
      },
      {
        name: "useOrder",
        title: "login.order",
        sortBy: "useOrder",
        cell: ({ useOrder }) => useOrder,
      },
      {
        name: "lastChanged",
        title: "login.changed",
        sortBy: "lastChanged",
        cell: ({ lastChanged }) => <Moment at={lastChanged} />,
        text: ({ lastChanged }) => lastChanged,
      },
      {
        name: "actions",
        title: "table.actions",
        cell: (login) => (
          <RowActions
            name={login.administratorId}
            policies={{
              change: "targetsystems_credentials_patch_update",
              remove: "targetsystems_credentials_delete",
            }}
            start={(what) =>
              start({
                what,
                login,
              })
            }
          />
        ),
      },
    ],
  };
}
