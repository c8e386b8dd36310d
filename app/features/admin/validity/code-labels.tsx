import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { importPart } from '#app/lib/import-part.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';

/** A sheet of labels for lids, each with the code and a QR code that opens the check with it filled in. */
export default function CodeLabels() {
  const { origin } = useShop();
  const { state } = useLocation();
  const codes = codesOf(state);
  const {
    data: pictures,
    error,
    refetch,
  } = useQuery({
    queryKey: ['labels', origin, codes],
    queryFn: () => drawCodes(codes, origin),
    staleTime: Number.POSITIVE_INFINITY,
  });

  return (
    <>
      <div className="print:hidden">
        <ScreenHeading
          title="Labels"
          back={{ to: '/admin/validity', label: 'Back to validity codes' }}
        >
          {codes.length > 0 ? (
            <Button aria-disabled={!pictures} onClick={() => pictures && window.print()}>
              Print {codes.length === 1 ? '1 label' : `${codes.length} labels`}
            </Button>
          ) : null}
        </ScreenHeading>
        {codes.length === 0 ? (
          <p className="text-sm">To print labels, select codes in the list or generate some.</p>
        ) : null}
      </div>
      {error ? (
        <div className="mb-4">
          <LoadFailure text={error.message} onRetry={refetch} />
        </div>
      ) : null}
      <ul className="grid grid-cols-2 border-t border-l border-line sm:grid-cols-4 print:grid-cols-4">
        {codes.map((code) => (
          <li
            key={code}
            className="flex break-inside-avoid flex-col items-center border-r border-b border-line bg-white p-3 text-center"
          >
            <img
              src={pictures?.get(code) ?? ''}
              alt={`Opens the check page for ${code}`}
              width={112}
              height={112}
              className="size-28"
            />
            <span className="mt-1 text-sm font-semibold break-all tabular-nums">{code}</span>
            <span className="text-xs text-ink-soft">Check it: {new URL(origin).host}/validity</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function codesOf(state: unknown): string[] {
  const codes = (state as { codes?: unknown } | null)?.codes;
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
}

async function drawCodes(codes: readonly string[], origin: string): Promise<Map<string, string>> {
  const { default: QRCode } = await importPart(() => import('qrcode'));
  const pictures = await Promise.all(
    codes.map(async (code): Promise<[string, string]> => {
      const address = `${origin}/validity?code=${encodeURIComponent(code)}`;
      const svg = await QRCode.toString(address, { type: 'svg', margin: 1 });
      return [code, `data:image/svg+xml,${encodeURIComponent(svg)}`];
    }),
  );
  return new Map(pictures);
}
