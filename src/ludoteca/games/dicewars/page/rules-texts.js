/** The words of the rules; `help.js` adds the pictures. */

/** @type {Record<string, {title: string, text: string[]}[]>} */
export const SECTIONS = {
  en: [
    { title: "What you want", text: [
      "Two to eight players share a map. Every area belongs to somebody and has one to eight dice on it. Whoever owns the whole map wins; whoever loses their last area is out.",
      "The number beside the dice says how many there are. In the bar above the map: areas in your largest connected region (and, after a stroke, of all your areas if there are more), your dice, your reserve with a plus, and how likely a small network thinks you are to win."] },
    { title: "Attack", text: [
      "In your turn you may attack as often as you like. Click one of your areas with two or more dice, then a neighbouring area of somebody else. Areas that can attack have a white rim; what they can attack gets a red one, with your chance to win in percent.",
      "By keyboard: Tab to the map, walk from neighbour to neighbour with the arrow keys, Enter chooses, Escape lets go, E ends the turn."] },
    { title: "The dice decide", text: [
      "Both sides roll all the dice of their area. If your sum is greater you win: all your dice but one move in, and the defender's are gone. If it is equal or lower you lose all the attacking dice but one. Here 20 beat 14.",
      "A lost attack is not for nothing: for every four dice that attacked, the defender loses one, but never the last."] },
    { title: "Move dice", text: [
      "Click one of your areas, then a neighbouring area of your own: as many dice move as fit there (eight at most), and one stays behind. You may do this six times in a turn, before, between and after attacks; dice may go on several times. Use it to bring dice to the front, or home before you end the turn."] },
    { title: "End your turn", text: [
      "Then new dice come: one for each area of your largest connected region. They fall on random areas of yours. So it pays to keep your land in one piece, and to cut that of others.",
      "Dice that find no room wait in your reserve and come with the next ones. The reserve holds up to 24 less the number of your areas."] },
    { title: "When nobody wins", text: [
      "After eight rounds without a battle the war is over, and nobody has won. Attack!"] },
    { title: "Other games", text: [
      "Original: as Dice Wars of 2001. Areas are scattered over the map, there are more dice, dice cannot be moved between your areas, and a lost attack costs the defender nothing.",
      "Course: as the students' tournament at Brno in 2021 played it. Moving dice also puts off the end after eight quiet rounds."] },
  ],
  it: [
    { title: "Lo scopo", text: [
      "Da due a otto giocatori si dividono una mappa. Ogni area è di qualcuno e porta da uno a otto dadi. Vince chi possiede tutta la mappa; chi perde l'ultima area è fuori.",
      "Il numero accanto ai dadi dice quanti sono. Nella barra sopra la mappa: le aree della tua regione più grande (e, dopo la barra, tutte le tue aree se sono di più), i tuoi dadi, con il segno più la riserva, e quanto una piccola rete crede che tu possa vincere."] },
    { title: "Attaccare", text: [
      "Nel tuo turno puoi attaccare quante volte vuoi. Clicca una tua area con almeno due dadi, poi un'area vicina di un altro. Le aree che possono attaccare hanno il bordo bianco; quelle che puoi attaccare lo hanno rosso, con la tua probabilità di vincere.",
      "Con la tastiera: arriva alla mappa con Tab, vai di vicino in vicino con le frecce, Invio sceglie, Esc lascia, E chiude il turno."] },
    { title: "Decidono i dadi", text: [
      "Tutti e due tirano tutti i dadi della propria area. Se la tua somma è maggiore vinci: entrano tutti i tuoi dadi tranne uno, e quelli del difensore spariscono. Se è uguale o minore perdi tutti i dadi dell'attacco tranne uno. Qui 20 batte 14.",
      "Un attacco perso non è inutile: ogni quattro dadi che attaccano il difensore ne perde uno, ma mai l'ultimo."] },
    { title: "Spostare dadi", text: [
      "Clicca una tua area, poi un'altra tua area vicina: passano tanti dadi quanti ce ne stanno (al massimo otto), e uno resta. Puoi farlo sei volte per turno, prima, tra e dopo gli attacchi; i dadi possono proseguire più volte. Serve a portare dadi al fronte, o a metterli al sicuro prima di chiudere il turno."] },
    { title: "Chiudere il turno", text: [
      "Allora arrivano dadi nuovi: uno per ogni area della tua regione più grande. Cadono a caso sulle tue aree. Conviene quindi tenere unite le proprie terre e spezzare quelle degli altri.",
      "I dadi che non trovano posto restano nella riserva e arrivano con i prossimi. La riserva tiene fino a 24 meno il numero delle tue aree."] },
    { title: "Quando nessuno vince", text: [
      "Dopo otto giri senza battaglie la guerra finisce e nessuno ha vinto. Attacca!"] },
    { title: "Altri giochi", text: [
      "Originale: come Dice Wars del 2001. Le aree sono sparse per la mappa, i dadi sono di più, non si spostano dadi tra le proprie aree, e un attacco perso non costa niente al difensore.",
      "Corso: come si giocava nel torneo degli studenti a Brno nel 2021. Anche spostare dadi rimanda la fine dopo otto giri tranquilli."] },
  ],
};
