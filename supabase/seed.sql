-- A demo catalogue. Every statement may run again: rows that are there stay as they are.

insert into public.products (
  id, name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
  image_urls, tags, seo_title, seo_description, seo_keywords, created_at
) values
(
  '5a1e0001-0000-4000-8000-000000000001',
  'Pure Himalayan Shilajit Resin',
  'pure-himalayan-shilajit-resin',
  $text$One ingredient, one jar: shilajit resin from the Indian Himalaya, cleaned and thickened until it folds like warm toffee. This is the jar that we started with and the one that we measure every other against.

Origin. Raw shilajit seeps from rock faces in the Spiti valley between 3,200 and 4,500 metres. A cooperative of eleven families collects it by hand from June to September, when the paths are open and the rock is warm enough to let it go.

Purification. The raw material is dissolved in spring water, left to settle for two days and filtered through cotton and paper until nothing gritty is left. The water is then drawn off slowly, below 50 °C, for about three weeks. Nothing is added: no filler, no sweetener, no preservative.

Texture and taste. Almost black in the jar, brown like strong tea in water. Firm when cold, stretchy at room temperature, runny on a hot day. It tastes of smoke, earth and dark malt, with a bitter end. It is an honest taste; most people meet it in warm milk or coffee first.

In the box. A 30 g amber glass jar, a brass measuring spoon, and a card with the batch number and how to check it.

Tested batch by batch. An independent laboratory measures each batch for lead, arsenic, cadmium and mercury, for yeasts, moulds and bacteria, and for its fulvic acid content. The number on the lid belongs to that batch: enter it on our validity page to see that the jar is genuine.$text$,
  39.90, '30g', false, 4180,
  '/media/pure-himalayan-shilajit-resin-30g-1-960.webp',
  array[
    '/media/pure-himalayan-shilajit-resin-30g-1-960.webp',
    '/media/pure-himalayan-shilajit-resin-30g-2-960.webp',
    '/media/pure-himalayan-shilajit-resin-30g-3-960.webp',
    '/media/pure-himalayan-shilajit-resin-30g-4-960.webp'
  ],
  array['resin', 'single ingredient', 'vegan', 'bestseller'],
  'Liv Fit Pure Himalayan Shilajit Resin 30g | Batch tested',
  'Pure shilajit resin from the Spiti valley, 3,200 to 4,500 m. Nothing added, tested batch by batch, with a number on every lid. 30 g jar, about 100 servings.',
  'Liv Fit, shilajit resin, Himalayan shilajit, pure shilajit, 30g',
  '2026-02-02 09:00:00+00'
),
(
  '5a1e0002-0000-4000-8000-000000000002',
  'Gold Grade Shilajit Resin',
  'gold-grade-shilajit-resin',
  $text$The same resin, from the top of the harvest. Gold Grade comes from the highest faces that our collectors reach and rests longer before it is filled, which gives it a rounder taste and a slower pour.

Origin. Collected above 4,000 metres on the southern slopes of the Pin valley, in a season of barely six weeks. One lot makes between 300 and 400 jars; when it is gone, the next one is a year away.

Purification. Dissolved in spring water, settled and filtered five times instead of three, then thickened below 45 °C. After that it rests for ninety days in glazed clay before the jars are filled.

Texture and taste. Deep brown with a reddish edge when you pull a thread against the light. Softer than our pure resin, and milder: cocoa and dried fig before the bitterness.

In the box. A 30 g amber glass jar with a gold band, a brass measuring spoon, and a card that names the lot, the month of harvest and the laboratory.

Tested batch by batch. Heavy metals, microbiology and fulvic acid content are measured by an independent laboratory before a lot is released. Check the number on the lid on our validity page.$text$,
  64.00, '30g', false, 2310,
  '/media/gold-grade-shilajit-resin-30g-1-960.webp',
  array[
    '/media/gold-grade-shilajit-resin-30g-1-960.webp',
    '/media/gold-grade-shilajit-resin-30g-2-960.webp'
  ],
  array['resin', 'small lot', 'vegan'],
  'Liv Fit Gold Grade Shilajit Resin 30g | High-altitude lot',
  'Shilajit resin from above 4,000 m in the Pin valley, filtered five times and rested for ninety days. Small lots, each one tested. 30 g jar with a brass spoon.',
  'Liv Fit, gold grade shilajit, shilajit resin, high altitude, 30g',
  '2026-03-09 09:00:00+00'
),
(
  '5a1e0003-0000-4000-8000-000000000003',
  'Shilajit Resin Travel Jar',
  'shilajit-resin-travel-jar',
  $text$Our pure resin in a jar made for bags: low, wide and thick-walled, with a lid that stays shut on its side. The wide mouth also makes the last spoonful easy to reach.

Origin. The same cooperative and the same rock faces as our pure resin: the Spiti valley, between 3,200 and 4,500 metres, collected by hand from June to September.

Purification. Dissolved in spring water, settled for two days, filtered three times and thickened below 50 °C. Nothing is added. We fill this jar with slightly firmer resin, so that it keeps its shape on a warm day.

Texture and taste. Black and glossy, firm to the spoon. Smoke, earth and dark malt, with a bitter end.

In the box. A 30 g low amber jar with a double seal, a short steel spoon, a cotton pouch and the batch card. Thirty grams are well below the cabin limit for liquids and pastes.

Tested batch by batch. Heavy metals, microbiology and fulvic acid content, measured by an independent laboratory. Check the number on the lid on our validity page.$text$,
  42.50, '30g', false, 1265,
  '/media/shilajit-resin-travel-jar-30g-1-960.webp',
  array[
    '/media/shilajit-resin-travel-jar-30g-1-960.webp',
    '/media/shilajit-resin-travel-jar-30g-2-960.webp'
  ],
  array['resin', 'travel', 'vegan'],
  null, null, null,
  '2026-04-13 09:00:00+00'
),
(
  '5a1e0004-0000-4000-8000-000000000004',
  'Liquid Shilajit Drops',
  'liquid-shilajit-drops',
  $text$For people who like the idea of resin and not the spoon work. We dissolve our purified resin in spring water and a little vegetable glycerin, so that a dropper is all that you need.

Origin. Resin from the Spiti valley, collected by hand between 3,200 and 4,500 metres.

Purification. The resin is cleaned exactly as for our jars: dissolved, settled, filtered three times and thickened below 50 °C. Only then is it dissolved again, filtered once more and bottled.

Texture and taste. Dark and thin, with no grit at the bottom. The glycerin takes the edge off: a little sweet first, then smoke and malt.

In the box. A 30 ml amber glass bottle with a glass dropper, and the batch card.

Tested batch by batch. The resin is tested before it is dissolved, and the filled bottle once more for yeasts, moulds and bacteria. Check the number on the bottle on our validity page.$text$,
  24.00, '30ml', false, 3075,
  '/media/liquid-shilajit-drops-30ml-1-960.webp',
  array[
    '/media/liquid-shilajit-drops-30ml-1-960.webp',
    '/media/liquid-shilajit-drops-30ml-2-960.webp'
  ],
  array['drops', 'vegan', 'easy to start'],
  'Liv Fit Liquid Shilajit Drops 30ml | Resin, water, glycerin',
  'Purified shilajit resin dissolved in spring water and vegetable glycerin. One dropper holds 250 mg of resin. 30 ml amber bottle, tested batch by batch.',
  'Liv Fit, liquid shilajit, shilajit drops, 30ml',
  '2026-02-16 09:00:00+00'
),
(
  '5a1e0005-0000-4000-8000-000000000005',
  'Shilajit and Ashwagandha Drops',
  'shilajit-and-ashwagandha-drops',
  $text$Two old companions of the Himalayan kitchen in one bottle: our shilajit and an extract of whole ashwagandha root.

Origin. The resin comes from the Spiti valley, between 3,200 and 4,500 metres. The ashwagandha grows on two farms in the dry hills of Madhya Pradesh; only roots at least a year old are dug, washed and dried in the shade.

Purification. The resin is dissolved, settled, filtered and thickened as for our jars. The roots are steeped in water and glycerin for ten days and pressed once.

Texture and taste. A little thicker than our plain drops. Earthy and nutty, with the faint horse-stable note that gives the root its Sanskrit name. Warm milk with a pinch of cardamom suits it.

In the box. A 30 ml amber glass bottle with a glass dropper, and the batch card, which names both farms.

Tested batch by batch. Resin and root are tested separately for heavy metals, and the filled bottle for yeasts, moulds and bacteria. Check the number on the bottle on our validity page.$text$,
  32.00, '30ml', false, 1840,
  '/media/shilajit-and-ashwagandha-drops-30ml-1-960.webp',
  array['/media/shilajit-and-ashwagandha-drops-30ml-1-960.webp'],
  array['drops', 'ashwagandha', 'vegan'],
  null, null, null,
  '2026-05-18 09:00:00+00'
),
(
  '5a1e0006-0000-4000-8000-000000000006',
  'Shilajit and Saffron Resin',
  'shilajit-and-saffron-resin',
  $text$Pure resin with Kashmiri saffron folded in at the end, thread by thread. The most fragrant jar that we make.

Origin. Resin from the Spiti valley, collected between 3,200 and 4,500 metres. Saffron from Pampore in Kashmir, about 1,600 metres, picked in the last week of October and dried the same day.

Purification. The resin is dissolved, settled, filtered three times and thickened below 50 °C. Half a gram of saffron, ground with a little of the warm resin, then goes into every jar.

Texture and taste. Black with a copper thread where the saffron has bled. It smells of hay and honey before you taste it; the bitterness of the resin comes late and softly.

In the box. A 30 g amber glass jar, a brass measuring spoon, and a card with both harvest dates.

Tested batch by batch. Resin and saffron are tested for heavy metals, and the saffron for colour and purity. Check the number on the lid on our validity page.$text$,
  58.00, '30g', false, 960,
  '/media/shilajit-and-saffron-resin-30g-1-960.webp',
  array['/media/shilajit-and-saffron-resin-30g-1-960.webp'],
  array['resin', 'saffron', 'vegan', 'gift'],
  'Liv Fit Shilajit and Saffron Resin 30g | Kashmiri saffron',
  'Pure shilajit resin with half a gram of Kashmiri saffron in every jar. Fragrant, dark and tested batch by batch. 30 g amber glass jar with a brass spoon.',
  'Liv Fit, shilajit and saffron, Kashmiri saffron, shilajit resin, 30g',
  '2026-06-22 09:00:00+00'
),
(
  '5a1e0007-0000-4000-8000-000000000007',
  'Shilajit Honey Resin',
  'shilajit-honey-resin',
  $text$The friendliest way to meet the taste of shilajit: one part resin, three parts raw honey, stirred cold until they are one.

Origin. Resin from the Spiti valley, between 3,200 and 4,500 metres. Honey from wild thyme and apple blossom, from hives in the Kullu valley at about 2,000 metres.

Purification. The resin is dissolved, settled, filtered three times and thickened below 50 °C. The honey is strained and never heated.

Texture and taste. Amber and clear at the edge, dark in the middle, soft enough to spread. Flowers and thyme first, then malt, with hardly any bitterness. It may crystallise in winter; a bowl of warm water brings it back.

In the box. A 30 g clear glass jar, a wooden dipper, and the batch card.

Tested batch by batch. Resin and honey are tested for heavy metals, the honey also for added sugars and residues. Check the number on the lid on our validity page.$text$,
  28.50, '30g', false, 1510,
  '/media/shilajit-honey-resin-30g-1-960.webp',
  array['/media/shilajit-honey-resin-30g-1-960.webp'],
  array['resin', 'honey', 'easy to start', 'gift'],
  null, null, null,
  '2026-07-20 09:00:00+00'
),
(
  '5a1e0008-0000-4000-8000-000000000008',
  'Shilajit Drops with Citrus',
  'shilajit-drops-with-citrus',
  $text$Our drops, brightened with the peel of mandarins. Made for cold water and long afternoons.

Origin. Resin from the Spiti valley, between 3,200 and 4,500 metres. Mandarin oranges from small orchards near Darjeeling, peeled by hand in December.

Purification. The resin is dissolved, settled, filtered and thickened as for our jars, then dissolved again. The peel steeps in glycerin for two weeks and is pressed out.

Texture and taste. Thin, dark and clear. Orange marmalade first, a little sweet, with the smoke of the resin at the end. The mildest of our bottles.

In the box. A 30 ml amber glass bottle with a glass dropper, and the batch card.

Tested batch by batch. The resin is tested for heavy metals, the peel for residues, the filled bottle for yeasts, moulds and bacteria. Check the number on the bottle on our validity page.$text$,
  27.50, '30ml', false, 1120,
  '/media/shilajit-drops-citrus-30ml-1-960.webp',
  array['/media/shilajit-drops-citrus-30ml-1-960.webp'],
  array['drops', 'citrus', 'vegan', 'easy to start'],
  'Liv Fit Shilajit Drops with Citrus 30ml | Mandarin peel',
  'Liquid shilajit drops with mandarin peel: bright, a little sweet, made for cold water. One dropper holds 250 mg of resin. 30 ml, tested batch by batch.',
  'Liv Fit, shilajit drops, citrus, mandarin, 30ml',
  '2026-08-24 09:00:00+00'
),
(
  '5a1e0009-0000-4000-8000-000000000009',
  'Founder’s Reserve Shilajit Resin',
  'founder-s-reserve-shilajit-resin',
  $text$One numbered lot a year, from a single rock face that our founder has visited since 2011. This year's 120 jars have found their owners.

Origin. A south-facing cliff above the village of Mudh in the Pin valley, at 4,350 metres. It gives about nine kilograms of raw material in a good summer and nothing at all in a bad one.

Purification. Dissolved in water from the stream below the cliff, settled for a week, filtered seven times and thickened by the sun alone, under glass. It rests for a year before it is filled. Nothing is added.

Texture and taste. Slow as tar and black with a violet sheen. Cocoa, tobacco leaf and a long, clean bitterness.

In the box. A 30 g matte black jar with a gold label, numbered by hand, a brass spoon, and the full laboratory report of the lot.

Tested batch by batch. Heavy metals, microbiology and fulvic acid content, measured by two independent laboratories. Check the number on the lid on our validity page. The next lot is expected in late summer; Gold Grade is its nearest relative.$text$,
  89.00, '30g', true, 2745,
  '/media/founders-reserve-shilajit-resin-30g-1-960.webp',
  array['/media/founders-reserve-shilajit-resin-30g-1-960.webp'],
  array['resin', 'limited', 'numbered', 'vegan'],
  null, null, null,
  '2026-09-14 09:00:00+00'
)
on conflict do nothing;

-- What stands on their labels. The figures belong to the demo: take yours from your own laboratory.
update public.products as product
set ingredients = label.ingredients, directions = label.directions, warnings = label.warnings,
  supplement_facts = label.facts
from (values
(
  'pure-himalayan-shilajit-resin',
  'Purified Himalayan shilajit. Nothing else.',
  'Lift out an amount the size of a grain of rice, about 300 mg, with the small spoon in the box. Stir it into a cup of warm water, tea or milk until it has dissolved, once a day. The jar holds about 100 such servings.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "300 mg (the size of a grain of rice)", "servings": "about 100", "rows": [{"name": "Purified shilajit resin", "amount": "300 mg"}], "notes": "Other ingredients: none."}'::jsonb
),
(
  'gold-grade-shilajit-resin',
  'Purified Himalayan shilajit. Nothing else.',
  'An amount the size of a grain of rice, about 300 mg, dissolved in a cup of warm water, tea or milk, once a day. About 100 servings.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "300 mg (the size of a grain of rice)", "servings": "about 100", "rows": [{"name": "Purified shilajit resin", "amount": "300 mg"}], "notes": "Other ingredients: none."}'::jsonb
),
(
  'shilajit-resin-travel-jar',
  'Purified Himalayan shilajit. Nothing else.',
  'An amount the size of a grain of rice, about 300 mg, in a cup of something warm, once a day. On the road a paper cup of hotel tea does the job. About 100 servings.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "300 mg (the size of a grain of rice)", "servings": "about 100", "rows": [{"name": "Purified shilajit resin", "amount": "300 mg"}], "notes": "Other ingredients: none."}'::jsonb
),
(
  'liquid-shilajit-drops',
  'Spring water, vegetable glycerin, purified Himalayan shilajit.',
  'Shake the bottle. One full dropper is about 1 ml and holds 250 mg of resin. Squeeze it into water, juice, tea or coffee, warm or cold, once a day. The bottle holds about 30 droppers.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "1 ml (one full dropper)", "servings": "about 30", "rows": [{"name": "Purified shilajit resin", "amount": "250 mg"}], "notes": "Other ingredients: spring water, vegetable glycerin."}'::jsonb
),
(
  'shilajit-and-ashwagandha-drops',
  'Spring water, vegetable glycerin, ashwagandha root extract, purified Himalayan shilajit.',
  'Shake well. One full dropper, about 1 ml, holds 200 mg of resin and 300 mg of root extract. Stir it into something warm, once a day. About 30 droppers.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "1 ml (one full dropper)", "servings": "about 30", "rows": [{"name": "Ashwagandha extract (root)", "amount": "300 mg"}, {"name": "Purified shilajit resin", "amount": "200 mg"}], "notes": "Other ingredients: spring water, vegetable glycerin."}'::jsonb
),
(
  'shilajit-and-saffron-resin',
  'Purified Himalayan shilajit, Kashmiri saffron.',
  'An amount the size of a grain of rice, about 300 mg, in warm milk or water, once a day. Give it a minute: the colour turns from brown to amber as the saffron opens. About 100 servings.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "300 mg (the size of a grain of rice)", "servings": "about 100", "rows": [{"name": "Purified shilajit resin", "amount": "295 mg"}, {"name": "Saffron (stigma)", "amount": "5 mg"}], "notes": "Other ingredients: none."}'::jsonb
),
(
  'shilajit-honey-resin',
  'Raw honey, purified Himalayan shilajit.',
  'Half a teaspoon, about 2 g, holds 500 mg of resin. Take it from the spoon, on bread or in warm water, once a day. About 15 servings.',
  'Not for children under one year, who must not eat honey, and not recommended for older children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "2 g (half a teaspoon)", "servings": "about 15", "rows": [{"name": "Calories", "amount": "5", "daily_value": ""}, {"name": "Total carbohydrate", "amount": "1 g", "daily_value": "<1%*"}, {"name": "Total sugars", "amount": "1 g"}, {"name": "Purified shilajit resin", "amount": "500 mg"}], "notes": "* Percent Daily Values are based on a 2,000 calorie diet. Other ingredients: none."}'::jsonb
),
(
  'shilajit-drops-with-citrus',
  'Spring water, vegetable glycerin, mandarin peel, purified Himalayan shilajit.',
  'Shake the bottle. One full dropper, about 1 ml, holds 250 mg of resin. Squeeze it into still or sparkling water, or into black tea, once a day. About 30 droppers.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "1 ml (one full dropper)", "servings": "about 30", "rows": [{"name": "Purified shilajit resin", "amount": "250 mg"}], "notes": "Other ingredients: spring water, vegetable glycerin, mandarin peel."}'::jsonb
),
(
  'founder-s-reserve-shilajit-resin',
  'Purified Himalayan shilajit. Nothing else.',
  'An amount the size of a grain of rice, about 300 mg, in a cup of warm water, once a day. About 100 servings.',
  'Not for children. If you are pregnant, nursing, or take medicine, ask your doctor first. Keep out of reach of children. Do not use if the seal is broken.',
  '{"serving_size": "300 mg (the size of a grain of rice)", "servings": "about 100", "rows": [{"name": "Purified shilajit resin", "amount": "300 mg"}], "notes": "Other ingredients: none."}'::jsonb
)
) as label (slug, ingredients, directions, warnings, facts)
where product.slug = label.slug and product.supplement_facts is null;

-- Addresses that the demo once had lead on.
insert into private.former_slugs (kind, slug, target)
select 'product', former.slug, product.id
from public.products product
join (values
  ('5a1e0001-0000-4000-8000-000000000001'::uuid, 'pure-himalayan-shilajit-resin-30g'),
  ('5a1e0002-0000-4000-8000-000000000002'::uuid, 'gold-grade-shilajit-resin-30g'),
  ('5a1e0003-0000-4000-8000-000000000003'::uuid, 'shilajit-resin-travel-jar-30g'),
  ('5a1e0004-0000-4000-8000-000000000004'::uuid, 'liquid-shilajit-drops-30ml'),
  ('5a1e0005-0000-4000-8000-000000000005'::uuid, 'shilajit-and-ashwagandha-drops-30ml'),
  ('5a1e0006-0000-4000-8000-000000000006'::uuid, 'shilajit-and-saffron-resin-30g'),
  ('5a1e0007-0000-4000-8000-000000000007'::uuid, 'shilajit-honey-resin-30g'),
  ('5a1e0008-0000-4000-8000-000000000008'::uuid, 'shilajit-drops-citrus-30ml'),
  ('5a1e0009-0000-4000-8000-000000000009'::uuid, 'founders-reserve-shilajit-resin-30g')
) as former (id, slug) on former.id = product.id and former.slug is distinct from product.slug
on conflict do nothing;

-- Batch numbers as on the lids and bottles; the first of each product is the one in its pictures.
insert into public.validity_codes (code, product_name) values
  ('SH2041', 'Pure Himalayan Shilajit Resin'),
  ('SH2042', 'Pure Himalayan Shilajit Resin'),
  ('SH2043', 'Pure Himalayan Shilajit Resin'),
  ('SH2047', 'Pure Himalayan Shilajit Resin'),
  ('SH2052', 'Pure Himalayan Shilajit Resin'),
  ('SH2058', 'Pure Himalayan Shilajit Resin'),
  ('SH2063', 'Pure Himalayan Shilajit Resin'),
  ('SH2069', 'Pure Himalayan Shilajit Resin'),
  ('SH2107', 'Gold Grade Shilajit Resin'),
  ('SH2109', 'Gold Grade Shilajit Resin'),
  ('SH2114', 'Gold Grade Shilajit Resin'),
  ('SH2120', 'Gold Grade Shilajit Resin'),
  ('SH2163', 'Shilajit Resin Travel Jar'),
  ('SH2166', 'Shilajit Resin Travel Jar'),
  ('SH2171', 'Shilajit Resin Travel Jar'),
  ('SH2178', 'Shilajit Resin Travel Jar'),
  ('SH3018', 'Liquid Shilajit Drops'),
  ('SH3021', 'Liquid Shilajit Drops'),
  ('SH3026', 'Liquid Shilajit Drops'),
  ('SH3033', 'Liquid Shilajit Drops'),
  ('SH3040', 'Liquid Shilajit Drops'),
  ('SH3072', 'Shilajit and Ashwagandha Drops'),
  ('SH3075', 'Shilajit and Ashwagandha Drops'),
  ('SH3081', 'Shilajit and Ashwagandha Drops'),
  ('SH3088', 'Shilajit and Ashwagandha Drops'),
  ('SH2218', 'Shilajit and Saffron Resin'),
  ('SH2221', 'Shilajit and Saffron Resin'),
  ('SH2227', 'Shilajit and Saffron Resin'),
  ('SH2234', 'Shilajit and Saffron Resin'),
  ('SH2259', 'Shilajit Honey Resin'),
  ('SH2262', 'Shilajit Honey Resin'),
  ('SH2268', 'Shilajit Honey Resin'),
  ('SH2275', 'Shilajit Honey Resin'),
  ('SH3125', 'Shilajit Drops with Citrus'),
  ('SH3129', 'Shilajit Drops with Citrus'),
  ('SH3134', 'Shilajit Drops with Citrus'),
  ('SH3140', 'Shilajit Drops with Citrus'),
  ('SH1001', 'Founder’s Reserve Shilajit Resin'),
  ('SH1002', 'Founder’s Reserve Shilajit Resin'),
  ('SH1003', 'Founder’s Reserve Shilajit Resin')
on conflict do nothing;

-- Invented people: replace these before opening a real shop.
insert into public.testimonials (
  id, name, title, content, rating, media_type, media_url, image_url, created_at
) values
(
  '7e57a001-0000-4000-8000-000000000001', 'Maya R. (demo)', 'Demo review: Pure Himalayan Shilajit Resin',
  'The spoon in the box is the right size, and the card explains what to do with it. I typed the number from the lid into the site and had my answer at once.',
  5, 'video', '/media/film-batch-number.mp4',
  '/media/pure-himalayan-shilajit-resin-30g-2-640.webp', '2026-10-28 15:12:00+00'
),
(
  '7e57a002-0000-4000-8000-000000000002', 'Jonas K. (demo)', 'Demo review: Liquid Shilajit Drops',
  'I never got on with sticky resin. The drops go into my morning coffee and there is nothing to wash up.',
  5, 'none', null, null, '2026-10-11 08:40:00+00'
),
(
  '7e57a003-0000-4000-8000-000000000003', 'Priya S. (demo)', 'Demo review: Shilajit and Saffron Resin',
  'It smells wonderful. The jar is small but it lasts: I am at the end of the second month and can still not see the bottom.',
  5, 'image', '/media/shilajit-and-saffron-resin-30g-1-960.webp', null, '2026-09-22 19:05:00+00'
),
(
  '7e57a004-0000-4000-8000-000000000004', 'Daniel O. (demo)', 'Demo review: Shilajit Resin Travel Jar',
  'Two weeks in a backpack in August and not a drop outside the jar. It came softer out of the heat and was firm again the next morning.',
  4, 'none', null, null, '2026-08-30 11:27:00+00'
),
(
  '7e57a005-0000-4000-8000-000000000005', 'Elena V. (demo)', 'Demo review: Shilajit Honey Resin',
  'I bought it as a present and kept it. On toast it tastes like a darker, grown-up honey.',
  5, 'none', null, null, '2026-08-09 07:58:00+00'
),
(
  '7e57a006-0000-4000-8000-000000000006', 'Tom H. (demo)', 'Demo review: Gold Grade Shilajit Resin',
  'Milder than the plain resin, and the card names the month of harvest and the laboratory. I would like a refill pouch one day, hence four stars.',
  4, 'image', '/media/gold-grade-shilajit-resin-30g-2-960.webp', null, '2026-07-17 16:33:00+00'
)
on conflict do nothing;

insert into public.partners (id, name, description, logo_url, created_at) values
(
  'fa57e001-0000-4000-8000-000000000001', 'Spiti Collectors’ Cooperative',
  'Eleven families who collect our raw shilajit by hand, and own a share of every jar.',
  '/media/partner-collectors.svg',
  '2026-03-08 09:00:00+00'
),
(
  'fa57e002-0000-4000-8000-000000000002', 'Northlight Analytical',
  'Independent laboratory: heavy metals and microbiology for each batch.',
  '/media/partner-laboratory.svg',
  '2026-03-07 09:00:00+00'
),
(
  'fa57e003-0000-4000-8000-000000000003', 'Pampore Saffron Growers',
  'Twenty-two fields in Kashmir, picked before sunrise and dried the same day.',
  '/media/partner-saffron.svg',
  '2026-03-06 09:00:00+00'
),
(
  'fa57e004-0000-4000-8000-000000000004', 'Kullu Hill Apiaries',
  'Raw thyme and apple-blossom honey from hives at 2,000 metres.',
  '/media/partner-apiary.svg',
  '2026-03-05 09:00:00+00'
),
(
  'fa57e005-0000-4000-8000-000000000005', 'Malwa Root Farms',
  'Ashwagandha from two family farms, dug after a full year in the ground.',
  '/media/partner-root.svg',
  '2026-03-04 09:00:00+00'
),
(
  'fa57e006-0000-4000-8000-000000000006', 'Deodar Glassworks',
  'Amber jars and dropper bottles, more than half of it recycled glass.',
  '/media/partner-glass.svg',
  '2026-03-03 09:00:00+00'
),
(
  'fa57e007-0000-4000-8000-000000000007', 'Moradabad Brass Studio',
  'The small spoons in our boxes, cast and polished by hand.',
  '/media/partner-brass.svg',
  '2026-03-02 09:00:00+00'
),
(
  'fa57e008-0000-4000-8000-000000000008', 'Trailhead Press',
  'Labels and batch cards, printed on uncoated cotton paper.',
  '/media/partner-press.svg',
  '2026-03-01 09:00:00+00'
)
on conflict do nothing;

insert into public.blog_posts (
  id, title, slug, excerpt, content, featured_image_url, published, published_at, author_name,
  seo_title, seo_description, seo_keywords, created_at
) values
(
  'b1090001-0000-4000-8000-000000000001',
  'How to check that your jar is genuine',
  'how-to-check-that-your-jar-is-genuine',
  'Where to find the batch number, how to type it, and what to do when the answer is no.',
  $html$<p>Shilajit is scarce, and scarce things get copied. Labels are easy to print; a list of numbers that only we hold is not. That is why every lid and every bottle that leaves our workshop carries a batch number, and why you can check it yourself in half a minute.</p>
<h2>Find the number</h2>
<p>On a jar, look at the top of the lid: the number is engraved, not printed, so it does not rub off. On a bottle it stands on the shoulder, just below the dropper. It begins with <strong>SH</strong>, and goes on with digits, for example <strong>SH2041</strong>.</p>
<h2>Type it exactly</h2>
<p>Open the <a href="/validity">validity page</a> and enter the number as it stands: capital letters, no spaces in between. The check is exact on purpose. A forgiving search would also forgive invented numbers.</p>
<ul>
<li>The letters are <strong>S</strong> and <strong>H</strong>. There is no letter O in any of our numbers; a round sign is a zero.</li>
<li>A 1 has a foot, a 7 has none. If light makes the engraving hard to read, tilt the lid or take a photograph and enlarge it.</li>
<li>You may check as often as you like within reason. After many attempts in a minute the page asks you to wait; that stops machines from trying every number.</li>
</ul>
<h2>Read the answer</h2>
<p><strong>VALID</strong> means that the number belongs to a batch that we filled. Compare the product as well: a number from a bottle on the lid of a jar is a reason to write to us.</p>
<p><strong>INVALID</strong> means that we do not know this number. Check for a typing slip first. If it stays invalid, do not use the product. Send us a photograph of the lid and the label through the <a href="/contact">contact page</a> and tell us where you bought it. We answer every such message, and we do not ask you to prove anything.</p>
<h2>What a number cannot tell you</h2>
<p>A number shows that a batch exists. It cannot show that a jar was never opened on its way to you. Our jars have a paper seal across the lid and our bottles a shrink band; if either is torn when the parcel arrives, we send a new one.</p>$html$,
  '/media/lid-batch-960.webp', true, '2026-11-05 09:00:00+00', 'Anika Thakur',
  'How to check that your shilajit jar is genuine | Liv Fit Blog',
  'Where to find the batch number on a Liv Fit jar or bottle, how to enter it on the validity page, and what to do if the answer is INVALID.',
  'shilajit authenticity, batch number, genuine shilajit, Liv Fit',
  '2026-11-03 10:00:00+00'
),
(
  'b1090002-0000-4000-8000-000000000002',
  'From rock to resin: how shilajit is cleaned',
  'from-rock-to-resin-how-shilajit-is-cleaned',
  'What raw shilajit looks like, why it must be purified, and the four steps between the cliff and the jar.',
  $html$<p>Raw shilajit does not look like much. It hangs in grey-brown lumps under ledges, mixed with sand, plant fibres and whatever the wind brought. What people call resin is what remains after everything else has been taken out, and that takes about a month.</p>
<h2>What it is</h2>
<p>Shilajit forms where plant matter has been pressed between layers of rock for a very long time. In summer the sun warms the cliff and the dark, sticky part creeps out through cracks. Chemically it is a mixture: humic substances, fulvic acids among them, minerals from the rock, and water.</p>
<h2>Why it must be purified</h2>
<p>A mountain is not a clean room. Raw pieces carry grit and microbes, and depending on the rock they can carry metals that nobody wants in a cup. Eating shilajit as it comes from the cliff is a bad idea. Purification takes out what can be filtered; testing tells us whether what cannot be filtered is low enough. A batch that fails is not blended down. It is thrown away.</p>
<h2>The four steps</h2>
<ol>
<li><strong>Dissolve.</strong> The lumps are broken up and soaked in spring water. Shilajit dissolves, stones do not.</li>
<li><strong>Settle.</strong> The tank stands still for two days. Sand sinks, fibres float, and the clear, tea-brown liquid in the middle is drawn off.</li>
<li><strong>Filter.</strong> First cotton, then paper. We filter three times for most jars, five times for Gold Grade.</li>
<li><strong>Thicken.</strong> The water leaves slowly in wide, shallow pans below 50 °C, over about three weeks. Hotter would be faster, and would taste burnt.</li>
</ol>
<h2>How to see the difference at home</h2>
<p>Three simple observations say a good deal, even though none replaces a laboratory:</p>
<ul>
<li><strong>It dissolves completely.</strong> Stir a small piece into warm water. The water turns brown and clear, and nothing sandy settles at the bottom.</li>
<li><strong>It follows the temperature.</strong> From the refrigerator it cracks like toffee; in a warm hand it bends and stretches.</li>
<li><strong>It does not burn with a flame.</strong> A crumb held over a candle bubbles and leaves ash. Sugar and plastics behave differently.</li>
</ul>
<p>How to read the laboratory's side of the story is a subject of its own: see <a href="/blog/how-to-read-a-certificate-of-analysis">how to read a certificate of analysis</a>.</p>$html$,
  '/media/resin-macro-1000.webp', true, '2026-10-15 09:00:00+00', 'Anika Thakur',
  null, null, null,
  '2026-10-13 10:00:00+00'
),
(
  'b1090003-0000-4000-8000-000000000003',
  'Resin without the mess: measuring and dissolving',
  'resin-without-the-mess',
  'A dry spoon, a warm cup and one minute of patience. The small tricks that keep resin off your sleeves.',
  $html$<p>The first time, almost everybody ends up with resin on two fingers and the kitchen drawer. The second time goes better, and by the end of the week it is a habit of one minute. This is what we have learnt from ten years of sticky spoons.</p>
<h2>How much is a grain of rice?</h2>
<p>Our usual serving is about 300 mg. You can weigh it on a kitchen scale that shows tenths of a gram, or trust your eye: a cooked grain of rice is too large, a raw long grain is right. The brass spoon in the box is made so that its flat tip, filled level, holds that amount.</p>
<h2>Keep the spoon dry and cool</h2>
<p>Resin clings to warm, wet metal and lets go of cold, dry metal. If yours strings like cheese, put the jar into the refrigerator for ten minutes. If it is too hard to lift, stand the closed jar in a bowl of warm water for two.</p>
<ol>
<li>Press the dry tip of the spoon into the surface and turn it a quarter.</li>
<li>Lift slowly. When a thread forms, wind it around the spoon rather than pulling it off.</li>
<li>Put the spoon straight into the cup and leave it there. The resin will let go by itself.</li>
</ol>
<h2>Warm, not boiling</h2>
<p>Resin dissolves best at drinking temperature, around 60 °C. In cold water it needs ten minutes of stirring. In boiling water it dissolves at once but tastes harsher. A good order is: resin first, a finger of warm water, stir until it is gone, then fill up with whatever you like.</p>
<h2>What goes with it</h2>
<ul>
<li><strong>Milk or oat milk</strong> rounds off the bitterness. A pinch of cardamom helps.</li>
<li><strong>Coffee</strong> hides it almost completely: dark roast and dark resin are related tastes.</li>
<li><strong>Black tea with lemon</strong> makes it brighter. The colour lightens when the lemon goes in; that is normal.</li>
<li><strong>Plain water</strong> is for those who have come to like it.</li>
</ul>
<h2>Cleaning up</h2>
<p>Everything is soluble in water, so nothing needs scrubbing: leave spoon and cup in warm water for a minute. Stains on cloth come out with lukewarm water, as long as they have not been ironed.</p>
<p>If none of this appeals to you, there are always <a href="/product/liquid-shilajit-drops">drops</a>.</p>$html$,
  '/media/article-cup-1200.webp', true, '2026-09-17 09:00:00+00', 'Ravi Menon',
  null,
  'How to measure 300 mg of shilajit resin, lift it without strings and dissolve it in water, milk, tea or coffee.',
  null,
  '2026-09-15 10:00:00+00'
),
(
  'b1090004-0000-4000-8000-000000000004',
  'How to read a certificate of analysis',
  'how-to-read-a-certificate-of-analysis',
  'Five lines on a laboratory report that matter, and three that only look impressive.',
  $html$<p>Every seller of shilajit says that the product is tested. The certificate of analysis, or CoA, is where you can see what that means. It is usually one page, it is not hard to read, and a good seller sends it when asked.</p>
<h2>Start with the head</h2>
<p>Before any figure, look for four things: the <strong>name of the laboratory</strong>, which should not be the seller; the <strong>batch number</strong>, which should be the one on your jar; the <strong>date</strong>, which should be after the harvest and before the sale; and the <strong>method</strong> next to each figure. A report without a batch number describes some sample, not your jar.</p>
<h2>Five lines that matter</h2>
<ol>
<li><strong>Lead, arsenic, cadmium, mercury.</strong> Given in parts per million (ppm) or milligrams per kilogram, which are the same thing. The usual method is ICP-MS. What counts is the amount per serving: at 0.3 g a day, 1 ppm is 0.3 micrograms. Compare that with the limit in your own country.</li>
<li><strong>Total plate count, yeasts and moulds.</strong> How many microbes grow from one gram. Lower is better, and a limit should be printed beside the result.</li>
<li><strong>E. coli and Salmonella.</strong> The only acceptable word is “absent” or “not detected”.</li>
<li><strong>Moisture.</strong> Resin holds some water; we aim for 12 to 18 percent. A very dry figure on a soft resin, or the other way round, does not fit together.</li>
<li><strong>Fulvic acid.</strong> Look at the method. The same sample gives very different percentages with different methods, so two reports can only be compared if the method is the same.</li>
</ol>
<h2>Three lines that only look impressive</h2>
<ul>
<li><strong>“Contains 84 minerals.”</strong> Any piece of rock does, if you measure finely enough.</li>
<li><strong>A fulvic acid content above 60 percent</strong> without a method. It usually tells you about the method.</li>
<li><strong>Stamps.</strong> A seal is a drawing. An accreditation number can be looked up.</li>
</ul>
<h2>“Not detected” is not zero</h2>
<p>Each method has a limit below which it sees nothing. An honest report prints it: “lead: not detected (limit 0.05 ppm)”. Without the limit, “not detected” could mean anything.</p>
<p>Would you like the report for your batch? Send us the number from your lid through the <a href="/contact">contact page</a>.</p>$html$,
  '/media/article-samples-1200.webp', true, '2026-08-06 09:00:00+00', 'Dr. Helen Marsh',
  'How to read a certificate of analysis for shilajit | Liv Fit Blog',
  'Which lines on a shilajit laboratory report matter, which only look impressive, and why “not detected” needs a limit beside it.',
  'certificate of analysis, shilajit testing, heavy metals, laboratory report',
  '2026-08-04 10:00:00+00'
),
(
  'b1090005-0000-4000-8000-000000000005',
  'Resin or drops: which one suits your kitchen?',
  'resin-or-drops',
  'The same raw material in two shapes. A comparison by taste, handling, price and shelf life.',
  $html$<p>We are asked this more than anything else. Both come from the same cliffs and the same pans. The difference is what happens in the last step, and what happens in your kitchen.</p>
<h2>What is inside</h2>
<p>Our <a href="/product/pure-himalayan-shilajit-resin">resin</a> is shilajit and the little water that it holds by nature. Our <a href="/product/liquid-shilajit-drops">drops</a> are that resin, dissolved again in spring water with vegetable glycerin, which keeps it liquid and takes the edge off the taste.</p>
<h2>Taste</h2>
<p>Resin is the full thing: smoke, malt, a bitter end. Drops are milder and slightly sweet, and those with citrus are milder still. If bitter coffee and dark chocolate are not for you, begin with drops or with <a href="/product/shilajit-honey-resin">honey resin</a>.</p>
<h2>Handling</h2>
<p>Resin wants a spoon, a warm drink and a minute. Drops want a glass of water, warm or cold, and no minute at all. In an office without a kettle, drops win. On a trip resin does: it cannot leak.</p>
<h2>Price for each serving</h2>
<p>A 30 g jar at a serving of 300 mg lasts about 100 days. A 30 ml bottle at one dropper a day lasts about 30. Resin therefore costs about half as much for each serving, although the bottle is cheaper on the shelf.</p>
<h2>Shelf life</h2>
<p>Resin keeps for three years unopened and is not fussy afterwards, as long as no water gets into the jar. Drops keep for two years unopened; use an opened bottle within three months and shake it each time.</p>
<h2>In short</h2>
<ul>
<li>You like strong tastes and want the best price: <strong>resin</strong>.</li>
<li>You want it quick, cold or at work: <strong>drops</strong>.</li>
<li>You are buying for somebody who has never tried it: <strong>honey resin</strong>.</li>
<li>You travel: the <strong>travel jar</strong>.</li>
</ul>$html$,
  '/media/article-pair-1200.webp', true, '2026-06-11 09:00:00+00', 'Ravi Menon',
  null, null, null,
  '2026-06-09 10:00:00+00'
),
(
  'b1090006-0000-4000-8000-000000000006',
  'Keeping resin well: heat, cold and long journeys',
  'keeping-resin-well',
  'Why resin turns soft in July and hard in January, and why neither is a fault.',
  $html$<p>In summer people write to us that their resin has melted. In winter they write that it has turned to stone. Both are the same jar doing what it should. Here is how to keep it, and what would really be a problem.</p>
<h2>What temperature does</h2>
<p>Resin has no melting point; it slowly changes between firm and runny, like honey or pitch. Below 10 °C it can crack. Around 20 °C it bends. Above 35 °C it pours. It may go back and forth as often as the weather likes.</p>
<h2>Where to keep it</h2>
<ul>
<li><strong>A cupboard</strong> away from stove and window is right. Light does little harm through amber glass, warmth only changes the texture.</li>
<li><strong>The refrigerator</strong> is not needed. If you use it because your kitchen is hot, let the jar stand for ten minutes before you open it, so that no moisture settles on the cold resin.</li>
<li><strong>The freezer</strong> is pointless.</li>
</ul>
<h2>The one real enemy</h2>
<p>Water. Resin keeps because it holds too little water for anything to grow in. A wet spoon changes that on the surface. Use a dry one, close the lid, and do not pour anything into the jar to get at the last gram: put the whole spoon into your cup instead.</p>
<h2>On the road</h2>
<p>Keep the jar upright for the first hour in a hot car and it will not have reached the lid by the time it cools. In an aeroplane resin counts as a paste: with 30 g you are well below the usual limit for cabin bags. Our <a href="/product/shilajit-resin-travel-jar">travel jar</a> is filled with a firmer resin and has a second seal for this reason.</p>
<h2>Good signs, bad signs</h2>
<p>A matt skin, a dent that closes slowly, small bubbles after a warm day: all normal. A white or green bloom, a sour smell or a lid that hisses: not normal. Do not use it, and <a href="/contact">write to us</a> with the batch number.</p>$html$,
  '/media/article-journey-1200.webp', true, '2026-04-23 09:00:00+00', 'The team',
  null, null, null,
  '2026-04-21 10:00:00+00'
)
on conflict do nothing;

-- What the made-up brand says about itself; a shop without it says nothing that only its owner knows.
insert into public.text_versions (place, texts) values
(
  'home',
  jsonb_build_object(
    'meta_description', 'Himalayan shilajit resin and drops from the Spiti valley. Nothing added, tested batch by batch, with a number on every lid that you can check yourself.',
    'hero_text', 'Pure resin from the Spiti valley, cleaned slowly and tested batch by batch.',
    'why', '# We know the rock
One cooperative of eleven families in the Spiti valley collects for us, by hand, from June to September.

# We let it take its time
Dissolved in spring water, settled, filtered, then thickened below 50 °C for about three weeks. Nothing is added.

# We measure before we fill
An independent laboratory tests each batch for heavy metals, microbes and fulvic acid content.

# We sign every lid
A batch number that only we can confirm, on every jar and every bottle.'
  )
),
(
  'about',
  jsonb_build_object(
    'meta_description', 'Who we are, how our shilajit is collected and cleaned, how every batch is tested, and why each bottle carries a unique number.',
    'intro', 'A small company with one raw material, eleven families who collect it, and a laboratory that may say no.',
    'chapters', '# Our mission
Shilajit has been collected in the Himalaya for centuries, and copied for almost as long. We started {name} because it was easier to buy a jar than to find out what was in it.

So we set ourselves one task: to sell shilajit that anyone can check, from the rock it came from to the number on the lid.

# Our products
We make resin and drops, and little else. The resin is shilajit and nothing but shilajit, cleaned with water, cotton, paper and time. The drops are the same resin, already dissolved. Where we add something, saffron, honey or a root, its name stands on the front.

We make no promises about health. We tell you where a jar comes from, how it is cleaned, how it tastes and how to take it.

# Our quality
An independent laboratory measures every batch for lead, arsenic, cadmium and mercury, for yeasts, molds and bacteria, and for its fulvic acid content. A batch that does not pass is not filled.

Each bottle has a unique batch number. Enter it on the validity page and you know whether it left our workshop.

# Sustainability
A rock face takes years to recover. Our collectors leave every other ledge untouched, and we stop when the season’s quota is reached, even when we could sell more.

Jars and bottles are glass, more than half of it recycled. Packages ship without plastic, and the cooperative owns a share of every jar.'
  )
);
