import { clsx } from 'clsx';
import type QRCode from 'qrcode';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { formatUnitCode } from '#domain/unit-code.ts';
import { usePrintOnce } from '../form/use-print-once.ts';
import { type LabelSheet, labelSheets, toPages } from './label-sheets.ts';
import { qrPath } from './qr-path.ts';

export interface UnitLabel {
  code: string;
  /** What its QR code opens. */
  address: string;
}

interface UnitLabelsProps {
  labels: readonly UnitLabel[];
  sheet: LabelSheet;
  /** How many labels of the first page are already used. */
  used: number;
  /** Printed above the code. */
  text: string;
  batch: string;
  host: string;
  create: typeof QRCode.create;
  onPrinted: () => void;
}

/** Opens the print dialog once the labels are drawn; nothing shows on screen. */
export function UnitLabels(props: UnitLabelsProps) {
  const { labels, sheet, used, text, batch, host, create, onPrinted } = props;
  usePrintOnce(onPrinted);
  const pages = useMemo(() => {
    const drawn = labels.map(({ code, address }) => ({
      code,
      ...qrPath(create(address, { errorCorrectionLevel: 'M' })),
    }));
    return toPages(drawn, labelSheets[sheet].perPage, used);
  }, [labels, sheet, used, create]);

  // Rendered outside every padded box, because each label has a fixed position on the sheet.
  return createPortal(
    <section data-printing aria-label="Labels" className="hidden bg-white text-ink print:block">
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages do not move
        <div key={index} className={clsx('unit-labels', `unit-labels-${sheet}`)}>
          {page.map((label, place) =>
            label === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: an empty place
              <div key={`used ${place}`} />
            ) : (
              <div key={label.code} className="unit-label">
                <svg
                  viewBox={`-4 -4 ${label.size + 8} ${label.size + 8}`}
                  shapeRendering="crispEdges"
                  aria-hidden="true"
                >
                  <path d={label.path} />
                </svg>
                <div>
                  {text ? <p>{text}</p> : null}
                  <p className="unit-label-code">{formatUnitCode(label.code)}</p>
                  <p>
                    {host}/validity · {batch}
                  </p>
                </div>
              </div>
            ),
          )}
        </div>
      ))}
    </section>,
    document.querySelector('main') ?? document.body,
  );
}
