import { useQuery } from "@tanstack/react-query";

import { isKey, personQuery } from "../../api/person-names.ts";
import { useMay } from "../../session/use-may.ts";

/** Display name of a user; the key if the reader may not look up people. */
export function NamedPerson({ userKey }: { readonly userKey: string }) {
  const may = useMay();
  const { data } = useQuery({ ...personQuery(userKey), enabled: isKey(userKey) && may("people_get_list") });
  if (data === null || data === undefined) return <span className="gatehouse-value">{userKey}</span>;
  return <span title={userKey}>{data.displayName ?? data.id}</span>;
}
