package org.reweave.emulator.journal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.reweave.emulator.journal.store.JournalPlace;

/** A JDBC driver that reaches H2 and does something of a test's before every commit. */
public final class FaultyDriver implements Driver {
    /** What may delay a commit or fail it. */
    public interface Step {
        void run() throws SQLException;
    }

    private static final String PREFIX = "jdbc:faulty:";

    public static volatile Step beforeCommit = () -> {};

    static {
        try {
            DriverManager.registerDriver(new FaultyDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The same place, through this driver. */
    public static JournalPlace over(JournalPlace place) {
        return new JournalPlace(
                PREFIX + place.url(),
                place.user(),
                place.password(),
                place.file(),
                place.kind(),
                FaultyDriver.class.getName());
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        Connection real = DriverManager.getConnection(url.substring(PREFIX.length()), info);
        return (Connection) Proxy.newProxyInstance(
                FaultyDriver.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        beforeCommit.run();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
