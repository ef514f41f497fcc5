import { expect, test } from "vitest";

import { classesNamed } from "./classes-named.ts";

test.each<[string, string[]]>([
  ["'IT' in principal.classes", ["IT"]],
  ["IsSuperuser() || 'IT' in principal.classes && !('HR' in principal.classes)", ["IT", "HR"]],
  ["principal.classes.exists(c, c == 'IT' || c.startsWith('HR'))", ["IT", "HR"]],
  ["['IT', 'HR'].exists(c, c in principal.classes)", ["IT", "HR"]],
  ["resource.id == 'IT'", []],
  ["resource.classes == 'IT'", []],
  ["'IT' in principal.", []],
])("%s names %o", (text, classes) => expect(classesNamed(text)).toEqual(classes));
