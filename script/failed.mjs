// A reporter of node's test runner: of each test that has failed, its file and its name, with a tab between; of one inside another,
// the file alone. script/test runs those once more.
export default async function* failed(events) {
  for await (const { type, data } of events) {
    if (type !== "test:fail" || data.details.error?.failureType === "subtestsFailed") continue;
    yield `${data.file}\t${data.nesting === 0 ? data.name : ""}\n`;
  }
}
