/**
 * The same article as four programs put it on the clipboard. Shortened where a program repeats
 * itself; spaces, classes and order are unchanged.
 */

const docsSpan = (styles: string, text: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${styles}font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${text}</span>`;
const docsPlain = (text: string) => docsSpan('font-weight:400;font-style:normal;', text);
const docsParagraph = (content: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${content}</p>`;
const docsHeading = (level: number, size: number, text: string) =>
  `<h${level} dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:${size}pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${text}</span></h${level}>`;
const docsEntry = (type: string, level: number, text: string) =>
  `<li dir="ltr" style="list-style-type:${type};font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${docsPlain(text)}</p></li>`;
const docsCell = (content: string) =>
  `<td style="border-left:solid #000000 1pt;border-right:solid #000000 1pt;border-bottom:solid #000000 1pt;border-top:solid #000000 1pt;vertical-align:top;padding:5pt 5pt 5pt 5pt;overflow:hidden;overflow-wrap:break-word;">${docsParagraph(content)}</td>`;
const docsBold = (text: string) => docsSpan('font-weight:700;font-style:normal;', text);

const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5d0c1f4e-7fff-a1b2-c3d4-0123456789ab">${docsHeading(1, 20, 'Where it comes from')}${docsParagraph(
  docsPlain('Resin is ') +
    docsBold('old') +
    docsPlain(', ') +
    docsSpan('font-weight:400;font-style:italic;', 'rare') +
    docsPlain(' and ') +
    docsSpan('font-weight:700;font-style:italic;', 'hand-cleaned') +
    docsPlain('; read ') +
    '<a href="https://example.com/study" style="text-decoration:none;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#1155cc;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:underline;-webkit-text-decoration-skip:none;text-decoration-skip-ink:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">the study</span></a>' +
    docsPlain('.'),
)}<br />${docsHeading(2, 16, 'How to take it')}<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsEntry('disc', 1, 'In the morning')}<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsEntry('circle', 2, 'with water')}</ul>${docsEntry('disc', 1, 'In the evening')}</ul><br /><ol style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsEntry('decimal', 1, 'Open')}${docsEntry('decimal', 1, 'Stir')}</ol><br /><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;table-layout:fixed;width:468pt"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt">${docsCell(docsBold('Form'))}${docsCell(docsBold('Price'))}</tr><tr style="height:0pt">${docsCell(docsPlain('Resin'))}${docsCell(docsPlain('$49'))}</tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

const wordEntry = (place: string, list: string, level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 0.5}in;mso-add-space:auto;
text-indent:-.25in;mso-list:${list} level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:
Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>${text}<o:p></o:p></p>

`;
const wordCell = (content: string) =>
  `<td width=312 valign=top style='width:233.75pt;border:solid windowtext 1.0pt;
  mso-border-alt:solid windowtext .5pt;padding:0in 5.4pt 0in 5.4pt'>
  <p class=MsoNormal style='margin-bottom:0in;line-height:normal'>${content}<o:p></o:p></p>
  </td>`;

const word = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/Liv/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <o:OfficeDocumentSettings>
  <o:AllowPNG/>
 </o:OfficeDocumentSettings>
</xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no;
	margin-bottom:8.0pt;
	font-size:12.0pt;
	font-family:"Aptos",sans-serif;}
h1
	{mso-style-priority:9;
	font-size:20.0pt;
	color:#0F4761;
	font-weight:normal;}
-->
</style>
<!--[if gte mso 10]>
<style>
 table.MsoNormalTable {mso-style-name:"Table Normal";}
</style>
<![endif]-->
</head>

<body lang=EN-US style='tab-interval:.5in;word-wrap:break-word'>
<!--StartFragment-->

<h1><a name="_Toc184"></a>Where it comes from<o:p></o:p></h1>

<p class=MsoNormal>Resin is <b>old</b>, <i style='mso-bidi-font-style:normal'>rare</i> and
<b style='mso-bidi-font-weight:normal'><i>hand-cleaned</i></b>; read <a
href="https://example.com/study">the study</a>.<o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<h2>How to take it<o:p></o:p></h2>

${wordEntry('First', 'l1', 1, '·', 'In the morning')}${wordEntry('Middle', 'l1', 2, 'o', 'with water')}${wordEntry('Last', 'l1', 1, '·', 'In the evening')}<p class=MsoNormal><o:p>&nbsp;</o:p></p>

${wordEntry('First', 'l0', 1, '1.', 'Open')}${wordEntry('Last', 'l0', 1, '2.', 'Stir')}<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0
 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  ${wordCell('<b>Form</b>')}
  ${wordCell('<b>Price</b>')}
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  ${wordCell('Resin')}
  ${wordCell('$49')}
 </tr>
</table>

<!--EndFragment-->
</body>

</html>`;

const pages = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta http-equiv="Content-Style-Type" content="text/css">
<title></title>
<meta name="Generator" content="Cocoa HTML Writer">
<meta name="CocoaVersion" content="2575.6">
<style type="text/css">
p.p1 {margin: 0.0px 0.0px 4.0px 0.0px; font: 28.0px 'Helvetica Neue'; color: #000000}
p.p2 {margin: 0.0px 0.0px 0.0px 0.0px; font: 11.0px 'Helvetica Neue'; color: #000000}
p.p3 {margin: 0.0px 0.0px 0.0px 0.0px; font: 11.0px 'Helvetica Neue'; color: #000000; min-height: 13.0px}
p.p4 {margin: 0.0px 0.0px 2.0px 0.0px; font: 12.0px 'Helvetica Neue'; color: #000000}
p.p5 {margin: 0.0px 0.0px 0.0px 0.0px; font: 10.0px 'Helvetica Neue'; color: #000000}
li.li2 {margin: 0.0px 0.0px 0.0px 0.0px; font: 11.0px 'Helvetica Neue'; color: #000000}
span.s1 {text-decoration: underline}
span.s2 {font: 13.2px 'Helvetica Neue'}
table.t1 {border-collapse: collapse}
td.td1 {width: 231.0px; border-style: solid; border-width: 1.0px 1.0px 1.0px 1.0px; padding: 4.0px 4.0px 4.0px 4.0px}
ul.ul1 {list-style-type: disc}
ol.ol1 {list-style-type: decimal}
</style>
</head>
<body>
<p class="p1"><b>Where it comes from</b></p>
<p class="p2">Resin is <b>old</b>, <i>rare</i> and <b><i>hand-cleaned</i></b>; read <a href="https://example.com/study"><span class="s1">the study</span></a>.</p>
<p class="p3"><br></p>
<p class="p4"><b>How to take it</b></p>
<ul class="ul1">
<li class="li2"><span class="s2"></span>In the morning</li>
<ul class="ul1">
<li class="li2"><span class="s2"></span>with water</li>
</ul>
<li class="li2"><span class="s2"></span>In the evening</li>
</ul>
<ol class="ol1">
<li class="li2"><span class="s2"></span>Open</li>
<li class="li2"><span class="s2"></span>Stir</li>
</ol>
<table cellspacing="0" cellpadding="0" class="t1">
<tbody>
<tr>
<td valign="top" class="td1">
<p class="p5"><b>Form</b></p>
</td>
<td valign="top" class="td1">
<p class="p5"><b>Price</b></p>
</td>
</tr>
<tr>
<td valign="top" class="td1">
<p class="p5">Resin</p>
</td>
<td valign="top" class="td1">
<p class="p5">$49</p>
</td>
</tr>
</tbody>
</table>
</body>
</html>`;

/** What Chromium writes on every element of a copied page. */
const computed = (own: string) =>
  `style="box-sizing: border-box; margin: 0px 0px 1em; color: rgb(29, 26, 22); font-family: Inter, sans-serif; font-size: 16px; font-variant-ligatures: normal; letter-spacing: normal; orphans: 2; text-align: start; text-indent: 0px; text-transform: none; widows: 2; word-spacing: 0px; -webkit-text-stroke-width: 0px; white-space: normal; background-color: rgb(255, 255, 255); text-decoration-thickness: initial; text-decoration-style: initial; text-decoration-color: initial; ${own}"`;

const webPage = `<meta charset='utf-8'><h1 ${computed('font-weight: 700;')}>Where it comes from</h1><div class="prose" ${computed('font-weight: 400;')}><p ${computed('font-weight: 400;')}>Resin is <strong ${computed('font-weight: 600;')}>old</strong>,<span> </span><em ${computed('font-style: italic;')}>rare</em><span> </span>and <b ${computed('font-weight: 700;')}><i ${computed('font-style: italic;')}>hand-cleaned</i></b>; read<span> </span><a href="https://example.com/study" target="_blank" onclick="track()" ${computed('text-decoration: underline;')}>the study</a>.</p><script>track()</script><h2 ${computed('font-weight: 700;')}>How to take it</h2><ul ${computed('list-style: disc;')}><li ${computed('')}>In the morning<ul ${computed('')}><li ${computed('')}>with water</li></ul></li><li ${computed('')}>In the evening</li></ul><ol ${computed('')}><li ${computed('')}>Open</li><li ${computed('')}>Stir</li></ol><table ${computed('border-collapse: collapse;')}><thead><tr><th ${computed('font-weight: 700; text-align: left;')}>Form</th><th ${computed('font-weight: 700; text-align: left;')}>Price</th></tr></thead><tbody><tr><td ${computed('')}>Resin</td><td ${computed('')}>$49</td></tr></tbody></table></div><br class="Apple-interchange-newline">`;

export const clipboards = {
  'Google Docs': googleDocs,
  Word: word,
  Pages: pages,
  'a web page': webPage,
};

/** Pastes HTML as a keyboard would, with files such as a screenshot or a picture from a program. */
export function paste(into: Element, html: string, files: readonly File[] = []): void {
  const clipboardData = new DataTransfer();
  if (html) clipboardData.setData('text/html', html);
  if (html) clipboardData.setData('text/plain', 'Only the text.');
  for (const file of files) clipboardData.items.add(file);
  into.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}
