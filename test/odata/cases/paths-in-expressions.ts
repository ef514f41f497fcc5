import type { RuleCases } from "../rule-cases.ts";

/** Paths in expressions. */
export const memberPathCases: RuleCases = {
  firstMemberExpr: {
    accepted: [
      "displayId",
      "user/displayName",
      "user/manager/displayName",
      "user/Gatehouse.Employee/badge",
      "Gatehouse.Employee/badge",
      "$it",
      "$it/displayId",
      "$this/Gatehouse.Employee/badge",
      "a/name",
      "@p/name",
      "accounts",
      "accounts/$count",
      "accounts('x')",
      "address/Gatehouse.LdapAddress/port",
      "Größe/Wert",
    ],
    refused: ["Gatehouse.Employee", "1name", "displayId/", "a b", "accounts/$value", "accounts/$each"],
  },
  memberExpr: { accepted: ["user/id"] },
  directMemberExpr: { accepted: ["user"] },
  propertyPathExpr: {
    accepted: [
      "user",
      "accounts/any()",
      "accounts/$filter(locked)/$count",
      "address/port",
      "accounts(5)/user",
      "data/@Core.Note",
    ],
    refused: ["$it/user", "@Core.Note"],
  },
  annotationExpr: {
    accepted: ["@Core.Messages/any(m:m/code eq 5)", "@Messages", "@Core.Note/text"],
    refused: ["Core.Note"],
  },
  rootExpr: {
    accepted: [
      "$root/users",
      "$root/users('u1')/displayName",
      "$root/users/$count",
      "$root/top()",
      "$root/users/any(u:u/locked)",
    ],
    refused: ["$root", "root/users", "$root//users"],
  },
  implicitVariableExpr: { accepted: ["$it", "$this"], refused: ["$me", "$IT"] },
  inscopeVariableExpr: { accepted: ["$it", "@p", "x"] },
  functionExpr: {
    accepted: [
      "Gate.f()",
      "f()",
      "f(a=1)",
      "f(a=1,b='x')",
      "f( a=1 , b=@p )",
      "Gate.f(a=name)/value",
      "Gate.f(a=[1,2])",
      'f(a={"x":1})',
    ],
    refused: ["f", "f(a=1", "f(a=1;b=2)", "f(a)", "f(=1)"],
  },
  boundFunctionExpr: { accepted: ["Gate.g(on=2026-11-21)"] },
};
