export default function Page() {
  return <h1>validity</h1>;
}
