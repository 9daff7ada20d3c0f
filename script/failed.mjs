// A reporter of node's test runner: of each test that has failed, its file and its name, with a tab between. script/test runs
// those once more.
export default async function* failed(events) {
  for await (const { type, data } of events) {
    if (type === "test:fail" && data.nesting === 0 && data.details.type !== "suite") yield `${data.file}\t${data.name}\n`;
  }
}
