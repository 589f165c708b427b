/**
 * A trademark form for tests, with the parts that such forms have: choices,
 * texts, links, statements to tick and a button. `action` is where it is sent.
 */
export function testForm(action: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Trademark form</title>
<style>
  body { font: 16px/1.4 sans-serif; max-width: 640px; margin: 32px auto; color: #222 }
  label { display: block; margin: 14px 0 4px; font-weight: 600 }
  input:not([type=checkbox]), select, textarea { width: 100%; box-sizing: border-box; padding: 8px; font: inherit }
  .tick { font-weight: 400 }
  button { margin-top: 20px; padding: 10px 24px; font: inherit }
</style>
<h1>Report a trademark infringement</h1>
<p>This is not a website of anybody: it stands in for the form of one.</p>
<form method="post" action="${action}">
  <label for="type">What are you reporting?</label>
  <select id="type" name="type"><option value="pin">Pins</option><option value="board">Boards</option>
    <option value="profile">A profile</option></select>
  <label for="name">Your full name</label><input id="name" name="name" required>
  <label for="email">Email address</label><input id="email" name="email" type="email" required>
  <label for="phone">Phone number</label><input id="phone" name="phone" type="tel">
  <label for="owner">Trademark owner</label><input id="owner" name="owner" required>
  <label for="address">Address</label><input id="address" name="address">
  <label for="mark">Trademark</label><input id="mark" name="mark" required>
  <label for="jurisdiction">Jurisdiction</label><input id="jurisdiction" name="jurisdiction">
  <label for="urls">Links, one per line</label><textarea id="urls" name="urls" rows="5" required></textarea>
  <label for="description">What is wrong with them?</label>
  <textarea id="description" name="description" rows="4" required></textarea>
  <label class="tick"><input type="checkbox" name="good_faith" required> I believe in good faith that this use is not
    authorised.</label>
  <label class="tick"><input type="checkbox" name="accuracy" required> What I state is accurate.</label>
  <label for="signature">Signature</label><input id="signature" name="signature">
  <button type="submit">Send</button>
</form></html>`
}
