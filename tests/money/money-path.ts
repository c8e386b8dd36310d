import type { Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { testAccepting } from './accept-orders.ts';
import { testCancelling } from './cancel-orders.ts';
import { testClosingOtherPages } from './close-other-pages.ts';
import { testCorrecting } from './correct-orders.ts';
import { testFailedMails } from './failed-mails.ts';
import { testFirstDay } from './first-day.ts';
import { testStockOfPages } from './hold-for-pages.ts';
import { testStock } from './hold-stock.ts';
import { testLearningOfRefunds } from './learn-of-refunds.ts';
import { testUnpaidLimits } from './limit-unpaid-orders.ts';
import { testMoneyUnderWay } from './money-under-way.ts';
import { testCardPayments } from './pay-by-card.ts';
import { testPaymentLinks } from './pay-by-link.ts';
import { testPaypalPayments } from './pay-by-paypal.ts';
import { testPayingOnce } from './pay-once.ts';
import { testPlacing } from './place-orders.ts';
import { testWebhooks } from './receive-webhooks.ts';
import { testReconciling } from './reconcile.ts';
import { testRefunds } from './refund-orders.ts';
import { testResending } from './resend-mails.ts';
import { createScene } from './scene.ts';
import { testSellingRules } from './selling-rules.ts';
import { testMails } from './send-mails.ts';
import { testShipping } from './ship-orders.ts';
import { testCheckouts } from './start-checkout.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

/** The whole money path on either database, one file per subject. */
export function testMoneyPath(name: string, openDatabase?: () => Promise<Database>): void {
  describe(`the money path on ${name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openTestShop(openDatabase);
    });
    afterAll(() => shop?.close());
    beforeEach(() => shop.reset());

    const scene = createScene(() => shop);
    testCheckouts(scene);
    testCardPayments(scene);
    testPaypalPayments(scene);
    testPayingOnce(scene);
    testClosingOtherPages(scene);
    testMoneyUnderWay(scene);
    testUnpaidLimits(scene);
    testStock(scene);
    testStockOfPages(scene);
    testSellingRules(scene);
    testWebhooks(scene);
    testReconciling(scene);
    testMails(scene);
    testRefunds(scene);
    testLearningOfRefunds(scene);
    testAccepting(scene);
    testCorrecting(scene);
    testCancelling(scene);
    testPlacing(scene);
    testPaymentLinks(scene);
    testShipping(scene);
    testResending(scene);
    testFailedMails(scene);
    testFirstDay(scene);
  });
}
