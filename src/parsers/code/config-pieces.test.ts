import { describe, expect, it } from "vitest";
import { toOutline } from "./outline.ts";

describe("createCodeParser() on YAML", () => {
  it("names Kubernetes documents by kind and name", async () => {
    const source = `apiVersion: v1
kind: Service
metadata:
  labels:
    name: not-this
  name: "web" # the one
spec: {}
---
# the deployment
kind: Deployment
metadata:
    name: web
---
apiVersion: v1
kind: List
`;
    expect(await toOutline("a.yaml", source)).toEqual([
      ["Service/web", 1, 7],
      ["Deployment/web", 8, 12],
      ["List", 13, 15],
    ]);
  });

  it("cuts other documents at their keys, comments included", async () => {
    const source = "# top\nname: CI\n\n# when\non:\n  push: {}\njobs:\n  a: 1\n---\n- one\n- two\n";
    expect(await toOutline("ci.yml", source)).toEqual([
      ["", 1, 2],
      ["", 4, 6],
      ["", 7, 8],
      ["", 9, 9],
      ["", 10, 10],
      ["", 11, 11],
    ]);
  });
});

describe("createCodeParser() on tables", () => {
  it("cuts TOML at its tables", async () => {
    const source = `title = "x"

# dependencies
[tool.poetry.dependencies]
python = "3"
text = """
[not.a.table]
"""
matrix = [
  [1, 2],
  ["a"],
]
[[bin]]
name = "a"
[target.'cfg(unix)'.x] # comment
`;
    expect(await toOutline("a.toml", source)).toEqual([
      ["", 1, 1],
      ["tool/poetry/dependencies", 3, 12],
      ["bin", 13, 14],
      ["target/cfg(unix)/x", 15, 15],
    ]);
  });

  it("cuts INI at its sections", async () => {
    const source = '; global\na = 1\n\n[remote "origin"]\n\turl = x\n[user]\nname = y\n';
    expect(await toOutline(".gitconfig", source)).toEqual([
      ["", 1, 2],
      ['remote "origin"', 4, 5],
      ["user", 6, 7],
    ]);
  });
});

describe("createCodeParser() on other formats", () => {
  it("cuts a Dockerfile at its stages", async () => {
    const source = `ARG V=20
# build
FROM --platform=linux/amd64 node:20 AS build
RUN npm ci

FROM nginx
COPY --from=build /a /b
`;
    expect(await toOutline("Dockerfile.web", source)).toEqual([
      ["", 1, 1],
      ["build", 2, 4],
      ["nginx", 6, 7],
    ]);
  });

  it("cuts SQL after its statements and names what they create", async () => {
    const source = `-- people
CREATE TABLE IF NOT EXISTS "app"."users" (
  id int
);
insert into users values (1);
create or replace function f() returns int as $$
begin
  return 1;
end;
$$ language plpgsql;
select 1
`;
    expect(await toOutline("a.sql", source)).toEqual([
      ["app.users", 1, 4],
      ["", 5, 5],
      ["f", 6, 10],
      ["", 11, 11],
    ]);
  });

  it("keeps JSON whole and takes formats it does not know by paragraphs", async () => {
    expect(await toOutline("a.json", '{\n  "a": 1,\n\n  "b": 2\n}\n')).toEqual([["", 1, 5]]);
    expect(await toOutline("a.hs", "module A where\n\nf :: Int\nf = 1\n\n  where x = 1\n")).toEqual([
      ["", 1, 1],
      ["", 3, 6],
    ]);
  });
});
